import type { AffiliateId } from "../ids.ts";
import type { CustomerRow } from "./import-rows.ts";
import type { RowCode, RowOutcome } from "./outcomes.ts";

/** Facts of the store that decide about customers. */
export type CustomerFacts = {
  /** By address in lower case. */
  readonly byEmail: ReadonlyMap<string, AffiliateId>;
  /** By the other system's id, as imported with the affiliates. */
  readonly byExternalId: ReadonlyMap<string, AffiliateId>;
  /** The affiliate whose lifetime customer has this address. Null for none. */
  readonly boundTo: (customerEmail: string) => AffiliateId | null;
};

export type CustomerPlan = {
  readonly row: CustomerRow;
  readonly outcome: RowOutcome;
  readonly code: RowCode;
  readonly affiliateId: AffiliateId | null;
  /** Row with the same customer before this one. Null for others. */
  readonly before: number | null;
};

/** Decides about each customer. The first row with a customer has them. `seen` are the customers of earlier rows. */
export function planCustomers(
  rows: readonly CustomerRow[],
  facts: CustomerFacts,
  seen = new Map<string, number>(),
): CustomerPlan[] {
  return rows.map((row) => {
    const key = row.customerEmail.toLowerCase();
    const before = row.fault === null ? (seen.get(key) ?? null) : null;
    if (row.fault === null && before === null) seen.set(key, row.number);
    const affiliateId =
      facts.byEmail.get(row.email.toLowerCase()) ?? facts.byExternalId.get(row.externalId) ?? null;
    return { row, affiliateId, before, ...verdictOf(row, { affiliateId, before, facts }) };
  });
}

type Known = Pick<CustomerPlan, "affiliateId" | "before"> & { readonly facts: CustomerFacts };

function verdictOf(
  { fault, customerEmail }: CustomerRow,
  { affiliateId, before, facts }: Known,
): Pick<CustomerPlan, "outcome" | "code"> {
  if (fault !== null) return { outcome: "skip", code: fault };
  if (before !== null) return { outcome: "skip", code: "customer_repeated" };
  if (affiliateId === null) return { outcome: "decide", code: "affiliate_unknown" };
  const owner = facts.boundTo(customerEmail);
  if (owner === null) return { outcome: "create", code: "customer_new" };
  return owner === affiliateId
    ? { outcome: "skip", code: "customer_known" }
    : { outcome: "decide", code: "customer_taken" };
}
