import { affiliateAccount, shopAccount, type EntryCode } from "#app/domain/ledger/entries.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { postEntries } from "#app/store/ledger.ts";
import type { SellingShop } from "./selling-shop.ts";

/** A posting by hand at its own instant: code, debit, credit, minor units. */
export type BookStep = readonly [at: string, code: EntryCode, debit: string, credit: string, minor: bigint];

const accountOf = (name: string, { affiliateId }: Pick<SellingShop, "affiliateId">) =>
  name === "pending" || name === "payable" || name === "in_transit" || name === "paid"
    ? affiliateAccount(name, affiliateId)
    : shopAccount(name as "expense");

let count = 0;

/** The adjustment that a step of `postSteps` is about, by its place. */
export function subjectOfStep(
  { affiliateId }: Pick<SellingShop, "affiliateId">,
  index: number,
  currency = "USD",
): string {
  return `adj_${affiliateId}_${currency}_${index}`;
}

/** Posts step by step, each recorded when it happened, about an adjustment by its place. */
export async function postSteps(
  shop: Pick<SellingShop, "shopId" | "affiliateId">,
  steps: readonly BookStep[],
  currency = "USD",
): Promise<void> {
  for (const [index, [at, code, debit, credit, amountMinor]] of steps.entries()) {
    count += 1;
    const posting = {
      code,
      debit: accountOf(debit, shop),
      credit: accountOf(credit, shop),
      amountMinor,
      currency,
      subject: { kind: "adjustment", id: subjectOfStep(shop, index, currency) },
      revision: 1,
      idempotencyKey: `${shop.affiliateId} ${currency} ${at} ${count}`,
      happenedAt: new Date(at),
    } as const;
    await inTransaction((tx) => postEntries(tx, shop.shopId, [posting], new Date(at)));
  }
}
