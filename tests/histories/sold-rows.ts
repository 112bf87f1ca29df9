import { netSalesOf, returnsOf } from "#app/domain/charges.ts";
import type { OrderFacts } from "#app/domain/order.ts";

export type Row = {
  readonly day: string;
  readonly kept: number;
  readonly salesMinor: bigint;
  readonly earnedMinor: bigint;
};

/** An order's rows in the figures, one for each day that it touches (M14). */
export function rowsOf(facts: OrderFacts, earnedMinor: bigint, dayOf: (instant: string) => string): Row[] {
  const day = dayOf(facts.createdAt);
  const none = { kept: 0, salesMinor: 0n, earnedMinor: 0n };
  if (facts.deleted) return [{ ...none, day, earnedMinor }];
  const sales = netSalesOf(facts);
  const kept = sales.remainingMinor > 0n ? 1 : 0;
  const returned = returnsOf(facts).map(({ at, minor }) => ({
    ...none,
    day: dayOf(at),
    salesMinor: -minor,
  }));
  return [{ day, kept, salesMinor: sales.soldMinor, earnedMinor }, ...returned];
}
