import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Acting, Ctx, ShopWith } from "#app/domain/context.ts";
import { isCurrency } from "#app/domain/money.ts";
import { readHandAmount } from "#app/domain/hand-amount.ts";
import { type AffiliateId, type BalanceEntryId, idPrefixes } from "#app/domain/ids.ts";
import { entryOfBalanceEntry } from "#app/domain/ledger/entries.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type BalanceEntryRow, findBalanceEntry, insertBalanceEntry } from "#app/store/decisions.ts";
import { lockPayable, postEntries } from "#app/store/ledger.ts";
import { refusalInShadow } from "#app/flows/settlement/shadow-refusals.ts";

type WriteOffInput = {
  readonly reason: string;
  /** The store's currency by default. */
  readonly currency?: string | undefined;
  /** Created with the form, so that submitting it twice posts one entry. */
  readonly entryId?: string | undefined;
};

/** M12: writes off everything that an affiliate owes in a currency. Pending commissions are not touched. */
export async function writeOffBalance(
  ctx: Ctx<ShopWith<"currency">>,
  affiliateId: string,
  { reason, currency = ctx.shop.currency, entryId }: WriteOffInput,
): Promise<BalanceEntryRow | Refusal> {
  const { shop } = ctx;
  if (!isCurrency(currency)) {
    return refuse("invalid", { code: "value_invalid", what: "currency" }, "currency");
  }
  const { shopId } = shop;
  return await inTransaction(async (tx) => {
    const affiliate = await findAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const owner = affiliate.affiliateId;
    // Locked first: if two people write off at once, the second finds a balance of zero.
    const payableMinor = await lockPayable(tx, shopId, { affiliateId: owner, currency });
    const known = entryId === undefined ? null : await findBalanceEntry(tx, shopId, entryId);
    if (known) return isSameEntry(known, { kind: "write_off", affiliateId: owner, currency }) ? known : used;
    if (payableMinor >= 0n) return notNegative;
    return await postBalanceEntry(
      tx,
      {
        shopId,
        entryId: (entryId ?? newEntryId("writeOff", ctx.now)) as BalanceEntryId,
        kind: "write_off",
        affiliateId: owner,
        account: "payable",
        currency,
        amountMinor: -payableMinor,
        reason,
        document: "",
      },
      ctx,
    );
  });
}

type OpeningBalanceInput = WriteOffInput & {
  /** A decimal. Negative if the affiliate owes it, or to correct another opening balance. */
  readonly amount: string;
  readonly document: string;
};

/** M12: adds a balance from another system. It is available at once. */
export async function addOpeningBalance(
  ctx: Ctx<ShopWith<"currency">>,
  affiliateId: string,
  { amount, reason, document, currency = ctx.shop.currency, entryId }: OpeningBalanceInput,
): Promise<BalanceEntryRow | Refusal> {
  const { shop } = ctx;
  if (!isCurrency(currency)) {
    return refuse("invalid", { code: "value_invalid", what: "currency" }, "currency");
  }
  const amountMinor = readHandAmount(amount, currency, true);
  if (isRefusal(amountMinor)) return amountMinor;
  const { shopId } = shop;
  return await inTransaction(async (tx) => {
    const early = await refusalInShadow(tx, shopId, { what: "balances", now: ctx.now });
    if (early) return early;
    const affiliate = await findAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const entry = {
      shopId,
      entryId: (entryId ?? newEntryId("openingBalance", ctx.now)) as BalanceEntryId,
      kind: "opening_balance",
      affiliateId: affiliate.affiliateId,
      account: "payable",
      currency,
      amountMinor,
      reason,
      document,
    } as const;
    return await postBalanceEntry(tx, entry, ctx);
  });
}

type BalanceEntryInput = Omit<BalanceEntryRow, "actorKind" | "actorId" | "actorName" | "at">;

/** Posts an entry once per id, in the caller's transaction. An opening balance may be pending or available. */
export async function postBalanceEntry(
  tx: Tx,
  entry: BalanceEntryInput,
  { actor, now }: Acting,
): Promise<BalanceEntryRow | Refusal> {
  const { shopId, entryId, kind, affiliateId, account, currency, amountMinor, reason, document } = entry;
  const isNew = await insertBalanceEntry(tx, { ...entry, at: now, actor });
  const kept = await findBalanceEntry(tx, shopId, entryId);
  if (!kept) throw new Error("A balance entry that was just written is not there.");
  if (!isNew) return isSameEntry(kept, entry) && kept.amountMinor === amountMinor ? kept : used;
  await postEntries(tx, shopId, [{ ...entryOfBalanceEntry(entry), happenedAt: now }], now);
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: kind === "write_off" ? "balance written off" : "opening balance added",
    actor,
    details: { entryId, account, amountMinor: String(amountMinor), currency, reason, document },
    now,
  });
  return kept;
}

/** An id for a form to carry, so that submitting it twice posts one entry. */
export function newEntryId(kind: "writeOff" | "openingBalance", now: Date): BalanceEntryId {
  return newId<BalanceEntryId>(idPrefixes[kind], now);
}

const notNegative = refuse("conflict", { code: "balance_not_negative" });
const used = refuse("conflict", { code: "form_used" });

function isSameEntry(
  kept: BalanceEntryRow,
  entry: Pick<BalanceEntryRow, "kind" | "currency"> & { readonly affiliateId: AffiliateId },
): boolean {
  return (
    kept.kind === entry.kind && kept.affiliateId === entry.affiliateId && kept.currency === entry.currency
  );
}
