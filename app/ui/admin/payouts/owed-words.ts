/** The figures of what is owed, in their order, with the account that each is a sum of. */
export const figures = [
  { name: "pending", label: "Pending", account: "pending" },
  { name: "payable", label: "Payable", account: "payable" },
  { name: "inTransit", label: "In transit", account: "in_transit" },
  { name: "paid", label: "Paid", account: "paid" },
  { name: "negative", label: "Negative", account: "payable" },
] as const;

type Behind = {
  readonly account: string;
  readonly currency: string;
  readonly asOf: string | null;
  readonly affiliate?: string;
};

/** Address of the transfers that a figure is the sum of. */
export function transfersBehind({ account, currency, asOf, affiliate }: Behind): string {
  const query = new URLSearchParams({ account, currency });
  if (affiliate !== undefined) query.set("affiliate", affiliate);
  if (asOf !== null) query.set("until", asOf);
  return `/dashboard/proof/transfers?${query.toString()}`;
}
