import type { StatementRow } from "./row.ts";

/**
 * By what a payment is known again in whichever statement it stands: the provider's number for it, and where a bank
 * gives none, the day, the amount and whom it went to, with its place among those that are alike in all of these. One
 * function for each statement, since it counts what it saw.
 */
export function identities(): (row: StatementRow) => string {
  const seen = new Map<string, number>();
  return (row) => {
    if (row.providerTransactionId !== "") return `transaction ${row.providerTransactionId}`;
    if (row.providerItemId !== "") return `item ${row.providerItemId}`;
    const { day, outcome, amountMinor, currency, receiver } = row;
    const alike = [day, outcome, amountMinor, currency, receiver].join(" ");
    const place = (seen.get(alike) ?? 0) + 1;
    seen.set(alike, place);
    return `${place} of ${alike}`;
  };
}
