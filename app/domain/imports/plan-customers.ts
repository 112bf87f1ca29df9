import type { AffiliateId } from "../ids.ts";
import { decisionFor, decisionKey, type Decisions } from "./decisions.ts";
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
  /** Key of the decision about the row. Null for a row without one. */
  readonly decisionKey: string | null;
};

type PlanningOf = {
  readonly seen?: Map<string, number> | undefined;
  readonly decisions?: Decisions | undefined;
};

/** Decides about each customer. The first row with a customer has them. `seen` are the customers of earlier rows. */
export function planCustomers(
  rows: readonly CustomerRow[],
  facts: CustomerFacts,
  { seen = new Map(), decisions = {} }: PlanningOf = {},
): CustomerPlan[] {
  return rows.map((row) => {
    const key = row.customerEmail.toLowerCase();
    const before = row.fault === null ? (seen.get(key) ?? null) : null;
    if (row.fault === null && before === null) seen.set(key, row.number);
    return { row, before, ...planCustomer(row, before, { facts, decisions }) };
  });
}

type Deciding = { readonly facts: CustomerFacts; readonly decisions: Decisions };
type Planned = Omit<CustomerPlan, "row" | "before">;

function planCustomer(row: CustomerRow, before: number | null, deciding: Deciding): Planned {
  const { fault } = row;
  const { affiliateId, key, action } = affiliateOf(row, deciding);
  const kept = { affiliateId, decisionKey: null, outcome: "skip" } as const;
  if (fault !== null) return { ...kept, code: fault };
  if (before !== null) return { ...kept, code: "customer_repeated" };
  if (affiliateId !== null) return planBinding(row, { affiliateId, key, ...deciding });
  const outcome = action === "skip" ? "skip" : "decide";
  return { affiliateId, decisionKey: key, outcome, code: "affiliate_unknown" };
}

/** The affiliate whom the row names, or whom a person chose for it. `key` is null for one who is known. */
function affiliateOf({ email, externalId }: CustomerRow, { facts, decisions }: Deciding) {
  const known = facts.byEmail.get(email.toLowerCase()) ?? facts.byExternalId.get(externalId) ?? null;
  if (known !== null) return { affiliateId: known, key: null, action: undefined };
  const key = decisionKey("affiliate_unknown", email.toLowerCase() || externalId);
  const decision = decisionFor(decisions, key);
  const chosen = decision?.action === "assign" ? decision.affiliateId : undefined;
  return { affiliateId: (chosen ?? null) as AffiliateId | null, key, action: decision?.action };
}

type Bound = Deciding & { readonly affiliateId: AffiliateId; readonly key: string | null };

function planBinding(row: CustomerRow, { affiliateId, key, facts, decisions }: Bound): Planned {
  const plan = { affiliateId, decisionKey: key };
  const owner = facts.boundTo(row.customerEmail);
  if (owner === null) return { ...plan, outcome: "create", code: "customer_new" };
  if (owner === affiliateId) return { ...plan, outcome: "skip", code: "customer_known" };
  const ofOwner = decisionKey("customer_taken", row.number);
  const action = decisionFor(decisions, ofOwner)?.action;
  const taken = { ...plan, decisionKey: ofOwner };
  if (action === "move") return { ...taken, outcome: "create", code: "customer_moved" };
  return { ...taken, outcome: action === "skip" ? "skip" : "decide", code: "customer_taken" };
}
