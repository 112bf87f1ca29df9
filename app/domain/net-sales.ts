import { allocate } from "./allocate.ts";
import { compareInstants } from "./instant.ts";
import type { OrderFacts } from "./order.ts";
import type { Remaining } from "./remaining.ts";
import { type Sold, soldOf } from "./sold.ts";

/** Net sales of an order's goods, in minor units of shop money, without tax, shipping, tips and gift cards (M21). */
export type NetSales = {
  readonly soldMinor: bigint;
  /** What is left after refunds, removals and cancellation. */
  readonly remainingMinor: bigint;
  /** What is left of each charge; nothing of an order that is void as a whole. */
  readonly left: ReadonlyMap<string, Remaining>;
  /** What was taken off again, and when: analytics count it on the day of the refund (M14). */
  readonly returned: readonly { readonly at: string; readonly minor: bigint }[];
};

const nothingLeft: ReadonlyMap<string, Remaining> = new Map();

/** @throws InstantFormatError for facts that no reader of ours made. */
export function netSalesOf(facts: OrderFacts, { charges, remaining }: Sold = soldOf(facts)): NetSales {
  const isVoid = facts.deleted || facts.cancelledAt !== null || facts.financialStatus === "refunded";
  const left = isVoid ? nothingLeft : remaining;
  let soldMinor = 0n;
  let remainingMinor = 0n;
  for (const charge of charges) {
    if (charge.kind !== "goods") continue;
    soldMinor += charge.netMinor;
    remainingMinor += left.get(charge.id)?.netMinor ?? 0n;
  }
  return { soldMinor, remainingMinor, left, returned: spreadReturned(facts, soldMinor - remainingMinor) };
}

/** What is gone, shared among the refunds by their size; without one it went with the cancellation or an edit. */
function spreadReturned(facts: OrderFacts, goneMinor: bigint): NetSales["returned"] {
  if (goneMinor === 0n) return [];
  const refunds = facts.refunds
    .filter((refund) => refund.status !== "failed")
    .toSorted((a, b) => compareInstants(a.createdAt, b.createdAt));
  const weights = refunds.map((refund) => ({ id: refund.id, weight: sizeOf(refund) }));
  const at = facts.cancelledAt ?? (facts.deleted ? facts.updatedAt : facts.createdAt);
  if (weights.every((one) => one.weight === 0n)) return [{ at, minor: goneMinor }];
  const shares = allocate(goneMinor, weights);
  return refunds.map((refund) => ({ at: refund.createdAt, minor: shares.get(refund.id) ?? 0n }));
}

function sizeOf(refund: OrderFacts["refunds"][number]): bigint {
  const lines = refund.lines.reduce((total, line) => total + line.subtotalMinor, 0n);
  const adjusted = refund.adjustments.reduce((total, one) => total + one.amountMinor, 0n);
  const size = lines - adjusted;
  return size > 0n ? size : 0n;
}
