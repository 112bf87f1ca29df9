import type { Attribution } from "../attribution.ts";
import { withoutEdits } from "../backtest/backtest.ts";
import { evaluate } from "../commission.ts";
import type { AffiliateId, ProgramId } from "../ids.ts";
import type { OrderFacts } from "../order.ts";
import type { ProgramTerms } from "../terms/terms.ts";

/** Commission of an order under the stated terms, in minor units of its currency. */
export type ExpectedCommission = {
  readonly currency: string;
  /** Before and after refunds, cancellation and disputes. */
  readonly soldMinor: bigint;
  readonly currentMinor: bigint;
  /** Lines that earned something. Each is rounded by itself (M8). */
  readonly lines: number;
};

/** Evaluates an order as live processing would, with the file's affiliate as given. */
export function expectedCommission(terms: ProgramTerms, facts: OrderFacts): ExpectedCommission {
  const attribution = asGiven(terms, facts);
  const first = withoutEdits(facts);
  // T10: live processing evaluated the order before its edits and keeps the inputs that it read then.
  const inputs = first && evaluate({ terms, facts: first, attribution, inputs: null }).inputs;
  const { currency, originalMinor, currentMinor, lines } = evaluate({ terms, facts, attribution, inputs });
  return {
    currency,
    soldMinor: originalMinor,
    currentMinor,
    lines: lines.filter(({ commissionMinor }) => commissionMinor !== 0n).length,
  };
}

/** The attribution of an order whose affiliate is given. */
export function asGiven(terms: ProgramTerms, { createdAt }: OrderFacts): Attribution {
  const [affiliateId, programId] = ["" as AffiliateId, "" as ProgramId];
  const version = { id: "", programId, number: 0, effectiveFrom: createdAt, affiliateId: null, terms };
  return {
    winner: { affiliateId, programId, version, evidence: null },
    reason: "reassigned",
    candidates: [],
  };
}
