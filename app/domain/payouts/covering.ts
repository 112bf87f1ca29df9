import { isOpen, type ItemState } from "./item.ts";

/** A line of an affiliate's balance in one currency (M22). Minor units. */
export type BalanceLine = {
  /** The commission, adjustment or payment whose line it is. */
  readonly lineId: string;
  /** The ledger sequence of the line's first entry in `payable`. */
  readonly sequence: bigint;
  /** Its amount in `payable` less what payments cover of it; below zero it is a deduction. */
  readonly openMinor: bigint;
  /** Credits recorded after the payout's cutoff, which its payments leave open. */
  readonly laterMinor: bigint;
};

/** The part of a line that a payment pays, or below zero deducts. Minor units, never zero. */
export type Covering = { readonly lineId: string; readonly amountMinor: bigint };

/** The part of a line that a payment can cover: a deduction whole, a credit without what came after the cutoff. Minor units. */
export function coverableMinor({
  openMinor,
  laterMinor,
}: Pick<BalanceLine, "openMinor" | "laterMinor">): bigint {
  if (openMinor <= 0n) return openMinor;
  return openMinor > laterMinor ? openMinor - laterMinor : 0n;
}

/**
 * M22: the lines that a payment covers, oldest first. Deductions are covered whole, then credits until both together are
 * the payment's amount and the part of the fee that the affiliate bears; the last credit may be covered in part.
 * `restMinor` is what the lines cannot cover: zero for a planned payment.
 */
export function coverLines(
  lines: readonly BalanceLine[],
  totalMinor: bigint,
): { readonly coverings: readonly Covering[]; readonly restMinor: bigint } {
  const oldestFirst = lines.toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1));
  const deductions = oldestFirst
    .filter((line) => line.openMinor < 0n)
    .map(({ lineId, openMinor }) => ({ lineId, amountMinor: openMinor }));
  let restMinor = deductions.reduce((rest, { amountMinor }) => rest - amountMinor, totalMinor);
  const credits: Covering[] = [];
  for (const line of oldestFirst) {
    const coverable = coverableMinor(line);
    if (coverable <= 0n || restMinor === 0n) continue;
    const amountMinor = coverable < restMinor ? coverable : restMinor;
    credits.push({ lineId: line.lineId, amountMinor });
    restMinor -= amountMinor;
  }
  return { coverings: [...deductions, ...credits], restMinor };
}

/** States of a covering: its money is on its way, paid, or back on the balance. */
export const coveringStates = ["in_payout", "paid", "uncovered"] as const;
export type CoveringState = (typeof coveringStates)[number];

/** M22: a payment covers its lines until it ends without having paid them. */
export function coveringState(status: ItemState): CoveringState {
  if (isOpen(status)) return "in_payout";
  return status === "settled" ? "paid" : "uncovered";
}
