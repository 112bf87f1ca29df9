/** What the histories must hold often enough; the run prints how often each occurred. */
export const factCases = [
  "full refund",
  "partial refund",
  "refund by line",
  "shipping refunded",
  "shipping refunded alone",
  "shipping refund written twice",
  "amount-only refund",
  "positive discrepancy",
  "negative discrepancy",
  "goods returned after an amount",
  "pending refund",
  "failed refund",
  "pending refund that went through",
  "refund from POS",
  "restocked",
  "not restocked",
  "line added",
  "line removed",
  "pieces removed",
  "quantity raised",
  "discount added",
  "discount removed",
  "exchange",
  "cancelled",
  "dispute opened",
  "dispute won",
  "dispute lost",
  "fulfilled without a list",
  "deleted",
  "zero-value order",
  "test order",
  "draft order",
  "POS order",
  "tip",
  "tip as a line",
  "gift card as goods",
  "gift card as payment",
  "several discounts on one line",
  "code entitled to one line",
  "taxes included",
  "taxes on top",
  "duties",
  "subscription",
  "presentment currency",
  "cents left by an exchange rate",
  "zero-decimal currency",
  "three-decimal currency",
  "read from a webhook's body",
  "refund heard of alone",
  "heard twice",
  "heard out of order",
  "several orders",
  "several affiliates",
  "nobody credited",
  "won by code",
  "won by customer",
  "won by click",
  "won by landing",
  "won by pixel",
  "won by product",
  "won by claim",
  "won by renewal",
  "won by tag",
  "renewal without a first order",
  "several first orders",
  "rules changed",
  "signal switched off",
  "first click before a later one",
  "bound by an earlier order",
  "new to affiliates, not to the store",
  "own terms",
  "later version of the terms",
  "released by the clock",
  "kept for a person to approve",
  "reversed after the release",
  "earned again after the release",
  "rule paid",
  "fallback paid",
  "percentage",
  "fixed for an order",
  "fixed for each piece",
  "no commission",
  "tiers",
  "cap for an order met",
  "cap for an affiliate met",
  "before discounts",
  "tax in the base",
  "shipping in the base",
  "fixed amount in another currency",
] as const;

export const roadCases = [
  "denied",
  "reopened",
  "held",
  "approved",
  "approved after its hold",
  "adjusted",
  "reassigned",
  "added by hand",
  "given away in part",
  "bonus earned",
  "bonus reversed",
  "bonus denied",
  "bonus reopened",
  "bonus held",
  "bonus approved",
  "bonus adjusted",
  "addition denied",
  "addition reopened",
  "addition held",
  "addition approved",
  "addition adjusted",
  "opening balance",
  "pending opening balance",
  "written off",
  "credited by a changed tag",
  "uncredited by a removed tag",
  "crash in a transaction",
] as const;

export type Case = (typeof factCases)[number] | (typeof roadCases)[number];
export type Counts = Map<Case, number>;

export function count(counts: Counts, one: Case, times = 1): void {
  counts.set(one, (counts.get(one) ?? 0) + times);
}

export function addCounts(to: Counts, from: Iterable<readonly [Case, number]>): void {
  for (const [one, times] of from) count(to, one, times);
}

/** The table that the run prints. */
export function tableOf(counts: Counts, cases: readonly Case[]): string {
  const width = Math.max(...cases.map((one) => one.length));
  return cases.map((one) => `${one.padEnd(width)} ${String(counts.get(one) ?? 0).padStart(9)}`).join("\n");
}

/** Cases that occurred too seldom to prove anything. */
export function tooSeldom(counts: Counts, cases: readonly Case[], least: number): Case[] {
  return cases.filter((one) => (counts.get(one) ?? 0) < least);
}
