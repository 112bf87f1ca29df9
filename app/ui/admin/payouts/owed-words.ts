import type { OwedWire } from "#app/contracts/owed.ts";

/**
 * The figures of what is owed, in their order, with the account that each is a sum of, and the status of those whose
 * balances it adds up where it leaves others out: what some owe does not lessen what others are to get.
 */
export const figures = [
  { name: "pending", label: "Pending", account: "pending" },
  { name: "payable", label: "Approved", account: "payable", status: "payable" },
  { name: "inTransit", label: "In payout", account: "in_transit" },
  { name: "paid", label: "Paid", account: "paid" },
  { name: "negative", label: "Negative", account: "payable", status: "negative" },
] as const;

type Behind = {
  readonly account: string;
  readonly currency: string;
  readonly asOf: string | null;
  readonly affiliate?: string;
};

/** Address of the transfers that a figure is the sum of. */
function transfersBehind({ account, currency, asOf, affiliate }: Behind): string {
  const query = new URLSearchParams({ account, currency });
  if (affiliate !== undefined) query.set("affiliate", affiliate);
  if (asOf !== null) query.set("until", asOf);
  return `/dashboard/settings/ledger/transfers?${query.toString()}`;
}

type Figure = (typeof figures)[number];
type Total = { readonly currency: string; readonly asOf: string | null };

/** Address of what a total is the sum of: transfers, or the balances of some affiliates, each with its transfers. */
export function behindTotal(figure: Figure, { currency, asOf }: Total): string {
  if (!("status" in figure)) return transfersBehind({ account: figure.account, currency, asOf });
  const query = new URLSearchParams({ status: figure.status, currency });
  if (asOf !== null) query.set("asOf", asOf);
  return `/dashboard/affiliates/payouts/balances?${query.toString()}`;
}

/**
 * Address of the transfers that an affiliate's figure is the sum of. One account tells both what is payable and what is
 * owed back: the other of the two is nothing, and the sum of nothing; null.
 */
export function behindFigure({ name, account }: Figure, row: OwedWire, asOf: string | null): string | null {
  const owes = row.negative.amount.startsWith("-");
  if ((name === "payable" && owes) || (name === "negative" && !owes)) return null;
  const currency = row.pending.currencyCode;
  return transfersBehind({ account, currency, asOf, affiliate: row.affiliate.id });
}
