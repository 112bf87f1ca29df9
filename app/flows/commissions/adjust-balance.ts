import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import { readHandAmount } from "#app/domain/hand-amount.ts";
import {
  type AdjustmentId,
  type AffiliateId,
  type CommissionId,
  idPrefixes,
  type ShopId,
} from "#app/domain/ids.ts";
import { adjustmentEntry, type Posted } from "#app/domain/ledger/entries.ts";
import type { Money } from "#app/domain/money.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Affiliate, findAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findCommission } from "#app/store/commission-list.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { type AdjustmentRow, findAdjustment, insertAdjustment } from "#app/store/decisions.ts";
import { balancesOf, postedOf, postEntries } from "#app/store/ledger.ts";
import { refusalInShadow } from "#app/flows/settlement/shadow-refusals.ts";

/** An amount that a person added to a balance or took from it. */
export type AdjustmentView = {
  readonly id: string;
  readonly affiliateId: string;
  readonly commissionId: string | null;
  /** Positive adds to the balance, negative deducts. */
  readonly amount: Money;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
};

type AdjustCommissionInput = {
  /** A decimal. Positive adds to the balance, negative deducts. */
  readonly amount: string;
  readonly note: string;
  /** Created with the form, so that submitting it twice adds one commission. Created here if missing. */
  readonly adjustmentId?: string | undefined;
};

/** M12: adds an amount to a balance or deducts it, in a commission's currency and whatever its state. Posted once. */
export async function adjustCommission(
  ctx: Ctx<ShopWith<"currency">>,
  commissionId: string,
  asked: AdjustCommissionInput,
): Promise<AdjustmentView | Refusal> {
  const { shop } = ctx;
  const found = await findCommission(db(), shop.shopId, commissionId);
  const affiliate = found && (await findAffiliate(db(), shop.shopId, found.commission.affiliateId));
  if (!found || !affiliate) return refuse("not-found", { code: "not_found", what: "commission" });
  const { currency } = found.commission;
  return postAdjustment(ctx, { affiliate, currency, commissionId: found.commission.commissionId }, asked);
}

/** M12: adjusts an affiliate's balance in the store's currency, without a commission. */
export async function adjustAffiliate(
  ctx: Ctx<ShopWith<"currency">>,
  affiliateId: string,
  asked: AdjustCommissionInput,
): Promise<AdjustmentView | Refusal> {
  const { shop } = ctx;
  const affiliate = await findAffiliate(db(), shop.shopId, affiliateId);
  if (!affiliate) return noSuchAffiliate;
  return postAdjustment(ctx, { affiliate, currency: shop.currency, commissionId: null }, asked);
}

/** An id for a form to carry, so that submitting it twice adjusts once. */
export function newAdjustmentId(now: Date): AdjustmentId {
  return newId<AdjustmentId>(idPrefixes.adjustment, now);
}

type AdjustmentSubject = {
  readonly affiliate: Affiliate;
  readonly currency: string;
  readonly commissionId: CommissionId | null;
};

async function postAdjustment(
  { shop: { shopId }, actor, now }: Ctx,
  { affiliate, currency, commissionId }: AdjustmentSubject,
  asked: AdjustCommissionInput,
): Promise<AdjustmentView | Refusal> {
  const amountMinor = readHandAmount(asked.amount, currency, true);
  if (isRefusal(amountMinor)) return amountMinor;
  const { note } = asked;
  const { affiliateId } = affiliate;
  const adjustmentId = (asked.adjustmentId ?? newAdjustmentId(now)) as AdjustmentId;
  const row = { shopId, adjustmentId, affiliateId, commissionId, currency, amountMinor, note, at: now };
  return inTransaction(async (tx) => {
    const early = await refusalInShadow(tx, shopId, { what: "balances", now });
    if (early) return early;
    const isNew = await insertAdjustment(tx, { ...row, actor });
    const kept = await findAdjustment(tx, shopId, adjustmentId);
    if (!kept) throw new Error("An adjustment that was just written is not there.");
    if (!isNew) {
      return isSameAdjustment(kept, row) ? adjustmentView(kept) : refuse("conflict", { code: "form_used" });
    }
    await postEntries(tx, shopId, [{ ...adjustmentEntry(row), happenedAt: now }], now);
    const details = { adjustmentId, amountMinor: String(amountMinor), currency, note };
    await recordAudit(tx, shopId, {
      subjectKind: commissionId === null ? "affiliate" : "commission",
      subjectId: commissionId ?? affiliateId,
      action: "adjusted",
      actor,
      details,
      now,
    });
    return adjustmentView(kept);
  });
}

export function adjustmentView(row: AdjustmentRow): AdjustmentView {
  const { affiliateId, commissionId, currency, amountMinor: minor, note, actorName: by, at } = row;
  return { id: row.adjustmentId, affiliateId, commissionId, amount: { minor, currency }, note, by, at };
}

function isSameAdjustment(
  kept: AdjustmentRow,
  asked: Pick<AdjustmentRow, "affiliateId" | "commissionId" | "amountMinor">,
) {
  return (
    kept.affiliateId === asked.affiliateId &&
    kept.commissionId === asked.commissionId &&
    kept.amountMinor === asked.amountMinor
  );
}

type CommissionCredit = { readonly affiliateId: AffiliateId; readonly currency: string };

/**
 * How much an affiliate would owe if the approved part of a commission were reversed after it was paid out (M1,
 * M12). Minor units. Zero if the balance still covers it.
 */
export async function wouldOwe(shopId: ShopId, of: CommissionCredit, posted: Posted): Promise<bigint> {
  if (posted.payableMinor <= 0n) return 0n;
  const balances = await balancesOf(db(), shopId, [of.affiliateId]);
  const balance = balances.get(of.affiliateId)?.find((one) => one.currency === of.currency);
  const left = (balance?.payableMinor ?? 0n) - posted.payableMinor;
  return left < 0n ? -left : 0n;
}

/** `wouldOwe` for the affiliate credited with an order. Null if nothing would be owed. */
export async function wouldOweForOrder(
  shopId: ShopId,
  orderId: string,
): Promise<{ readonly minor: bigint; readonly currency: string } | null> {
  const rows = await commissionsOfOrders(db(), shopId, [orderId]);
  const own = rows.filter((row) => row.kind === "order");
  const posted = await postedOf(
    db(),
    shopId,
    own.map((row) => row.commissionId),
  );
  for (const row of own) {
    const minor = await wouldOwe(shopId, row, posted.get(row.commissionId) ?? nothingPosted);
    if (minor > 0n) return { minor, currency: row.currency };
  }
  return null;
}

const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };
