import { noAffiliateNamed } from "#app/domain/affiliate.ts";
import type { Acting, Ctx, ShopWith } from "#app/domain/context.ts";
import { readHandAmount } from "#app/domain/hand-amount.ts";
import { msAfterDays } from "#app/domain/instant.ts";
import { type AffiliateId, type CommissionId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { entriesForDifference } from "#app/domain/ledger/entries.ts";
import { canonicalText, toPlain } from "#app/domain/plain.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findAffiliateNamed, listMemberships, lockAffiliates } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type CommissionRow, insertCommissions, lockCommissions } from "#app/store/commissions.ts";
import { postEntries } from "#app/store/ledger.ts";
import { findOrderNamed } from "#app/store/orders.ts";
import { findProgram, termsFor } from "#app/store/programs.ts";
import { refusalInShadow, refusalOfPreviousApp } from "#app/flows/settlement/shadow-refusals.ts";

type AddCommissionInput = {
  /** Id, email address or referral code. */
  readonly affiliate: string;
  /** One of the affiliate's programs. By default the one joined first. */
  readonly programId?: string | undefined;
  /** A decimal in the store's currency, above zero. */
  readonly amount: string;
  readonly note: string;
  /** By default the approval period of the affiliate's terms in the program. 0 for none. */
  readonly approvalDays?: number | undefined;
  /** Name or number of an order. May be empty. */
  readonly order?: string | undefined;
  /** Created with the form, so that submitting it twice adds one commission. Created here if missing. */
  readonly commissionId?: string | undefined;
};

/**
 * Adds a manual commission (M12). It is earned now, approved after its approval period, and never changed by
 * what happens to an order. Returns its id.
 */
export async function addCommission(
  ctx: Ctx<ShopWith<"currency">>,
  asked: AddCommissionInput,
): Promise<CommissionId | Refusal> {
  const { shop } = ctx;
  const amountMinor = readHandAmount(asked.amount, shop.currency, false);
  if (isRefusal(amountMinor)) return amountMinor;
  const early = await refusalInShadow(db(), shop.shopId, { what: "commissions", now: ctx.now });
  if (early) return early;
  const found = await findParties(shop.shopId, asked);
  if (isRefusal(found)) return found;
  const { approvalDays, ...parties } = found;
  const { now } = ctx;
  const commissionId = (asked.commissionId ?? newCommissionId(now)) as CommissionId;
  const row: CommissionRow = {
    ...parties,
    shopId: shop.shopId,
    commissionId,
    kind: "manual",
    role: commissionId,
    currency: shop.currency,
    bonusKey: null,
    decision: null,
    revision: 1,
    releasedAt: null,
    inputs: toPlain({ amountMinor, approvalDays }) as Record<string, unknown>,
    createdAt: now,
    approvesAt: new Date(msAfterDays(now.toISOString(), approvalDays)),
  };
  return inTransaction(async (tx) => {
    // A second submission of the same form waits here and finds the row of the first.
    await lockAffiliates(tx, shop.shopId, [row.affiliateId]);
    const [known] = await lockCommissions(tx, shop.shopId, [commissionId]);
    if (known) return isSameCommission(known, row) ? commissionId : refuse("conflict", { code: "form_used" });
    await postCommission(tx, { row, amountMinor, note: asked.note }, ctx);
    return commissionId;
  });
}

/** An id for a form to carry, so that submitting it twice adds one commission. */
export function newCommissionId(now: Date): CommissionId {
  return newId<CommissionId>(idPrefixes.commission, now);
}

function isSameCommission(known: CommissionRow, row: CommissionRow): boolean {
  return known.affiliateId === row.affiliateId && canonicalText(known.inputs) === canonicalText(row.inputs);
}

/**
 * The affiliate, program, order and approval period, or a refusal at the field that names something unknown.
 */
async function findParties(shopId: ShopId, asked: AddCommissionInput) {
  const affiliate = await findAffiliateNamed(db(), shopId, asked.affiliate);
  if (!affiliate) return noAffiliateNamed;
  if (affiliate.status === "rejected") {
    return refuse("not-possible", { code: "affiliate_rejected" }, "affiliateId");
  }
  const program = await findProgramOf(shopId, affiliate.affiliateId, asked.programId);
  if (isRefusal(program)) return program;
  const named = asked.order?.trim() ?? "";
  const order = named === "" ? null : await findOrderNamed(db(), shopId, named);
  if (named !== "" && !order) return refuse("invalid", { code: "not_found", what: "order" }, "order");
  const refusal = order && (await refusalOfPreviousApp(db(), shopId, order.placedAt.toISOString()));
  if (refusal) return refusal;
  const { affiliateId } = affiliate;
  const { programId } = program;
  const { terms, version: programVersion } = await termsFor(db(), program, affiliateId);
  const approvalDays = asked.approvalDays ?? terms.approvalDays;
  const { approval } = terms;
  return { affiliateId, programId, programVersion, approval, orderId: order?.orderId ?? null, approvalDays };
}

/** The requested program if the affiliate is in it. By default the program that they joined first. */
async function findProgramOf(shopId: ShopId, affiliateId: AffiliateId, asked: string | undefined) {
  const memberships = await listMemberships(db(), shopId, [affiliateId]);
  const membership = asked ? memberships.find((one) => one.programId === asked) : memberships[0];
  const program = membership && (await findProgram(db(), shopId, membership.programId));
  if (program) return program;
  return refuse("invalid", { code: asked ? "not_their_program" : "no_program" }, "programId");
}

type ManualCommission = { readonly row: CommissionRow; readonly amountMinor: bigint; readonly note: string };

async function postCommission(
  tx: Tx,
  { row, amountMinor, note }: ManualCommission,
  { actor, now }: Acting,
): Promise<void> {
  const { shopId, commissionId, affiliateId, currency } = row;
  await insertCommissions(tx, [row]);
  const posted = { pendingMinor: 0n, payableMinor: 0n };
  const drafts = entriesForDifference({
    commissionId,
    affiliateId,
    currency,
    posted,
    revision: row.revision,
    currentMinor: amountMinor,
  });
  await postEntries(
    tx,
    shopId,
    drafts.map((draft) => ({ ...draft, happenedAt: now })),
    now,
  );
  await recordAudit(tx, shopId, {
    subjectKind: "commission",
    subjectId: commissionId,
    action: "added",
    actor,
    details: { affiliateId, amountMinor: String(amountMinor), currency, note },
    now,
  });
}
