import type { PayoutItemId } from "../ids.ts";
import { sumMoney } from "../money.ts";
import type { PayoutMethod } from "../payouts/method.ts";
import type { Collective, StatementRow } from "./row.ts";

type Payment = {
  readonly itemId: PayoutItemId;
  readonly batchId: string;
  readonly method: PayoutMethod;
  readonly amountMinor: bigint;
  readonly currency: string;
};

type Named = {
  /** Payments of the shop that the row names. */
  readonly items: readonly Payment[];
  readonly method: PayoutMethod;
  /** True where another row of the statement pays one of them. */
  readonly isPaidElsewhere: boolean;
};

/** Why a row doesn't prove that all payments it names were paid; null where it does. */
export function collectiveFault(
  row: Pick<StatementRow, "amountMinor" | "currency" | "feeMinor">,
  collective: Collective,
  { items, method, isPaidElsewhere }: Named,
): string | null {
  const count = items.length;
  if (collective.kind === "file" && collective.count === null) {
    return "The bank doesn't say how many payments of this file it booked.";
  }
  if (collective.kind === "file" && collective.count !== count) {
    return `The bank booked ${collective.count} payments, and the file has ${count}.`;
  }
  if (collective.kind === "payments" && collective.itemIds.length !== count) {
    return `Names ${collective.itemIds.length} payments, and not all are of this store.`;
  }
  if (new Set(items.map(({ batchId }) => batchId)).size > 1) return "Names payments of different payouts.";
  if (items.some((one) => one.method !== method)) return "Names payments that were sent by another method.";
  if (items.some(({ currency }) => currency !== row.currency)) return "The payments are in another currency.";
  if (isPaidElsewhere) return "Another row names one of these payments.";
  if ((row.feeMinor ?? 0n) !== 0n) return "It has one fee for several payments.";
  const amounts = items.map(({ amountMinor, currency }) => ({ minor: amountMinor, currency }));
  const isSum = sumMoney(amounts, row.currency).minor === row.amountMinor;
  return isSum ? null : `The amount isn't the sum of the ${count} payments.`;
}

/**
 * The row as one line for each of its payments. The first keeps its number, and `numberAfter` gives those of the others.
 */
export function linesOfCollective(
  { collective: _known, ...row }: StatementRow,
  items: readonly Payment[],
  numberAfter: () => number,
): StatementRow[] {
  return items.map(({ itemId, amountMinor }, index) => ({
    ...row,
    number: index === 0 ? row.number : numberAfter(),
    senderItemId: itemId,
    amountMinor,
    outcome: "settled",
    reason: `Part of row ${row.number}.`,
    receiver: "",
  }));
}
