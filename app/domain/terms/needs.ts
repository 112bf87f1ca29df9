import type { OrderFacts } from "../order.ts";
import { type Test, testsOf } from "./condition.ts";
import { fallbackKey, type Pay, type Period, type ProgramTerms } from "./terms.ts";

/** What terms ask of an order that its own facts, as a message tells them, do not hold (M5, T3, T10). */
export type TermsNeeds = {
  /** Collections and tags of the goods, tags of the customer. */
  readonly catalog: boolean;
  /** Whether it is the customer's first order in the store. */
  readonly customerIndex: boolean;
  /** The customer's earlier orders that the affiliate was credited with. */
  readonly customerOrder: boolean;
  /** Pays with tiers, by rule id or `fallback`. */
  readonly tiers: readonly { readonly key: string; readonly period: Period }[];
  /** Of the affiliate's cap. */
  readonly cap: Period | null;
  readonly affiliateTags: boolean;
};

/** Terms never change (M4), so what they need is found once. */
const known = new WeakMap<ProgramTerms, TermsNeeds>();

export function needsOf(terms: ProgramTerms): TermsNeeds {
  const found = known.get(terms) ?? findNeeds(terms);
  known.set(terms, found);
  return found;
}

function findNeeds(terms: ProgramTerms): TermsNeeds {
  const tests = terms.rules.flatMap((rule) => testsOf(rule.when));
  const asks = (...kinds: Test["kind"][]): boolean => tests.some((test) => kinds.includes(test.kind));
  const pays: [string, Pay][] = [
    ...terms.rules.map((rule): [string, Pay] => [rule.id, rule.pay]),
    [fallbackKey, terms.commission],
  ];
  return {
    catalog: asks("collection", "product-tag", "customer-tag"),
    customerIndex: asks("customer"),
    customerOrder: asks("customer-order", "months-since-first"),
    tiers: pays.flatMap(([key, pay]) => (pay.kind === "tiered" ? [{ key, period: pay.period }] : [])),
    cap: terms.caps.perAffiliate?.period ?? null,
    affiliateTags: asks("affiliate-tag"),
  };
}

/** Whether anything of it is read once, when the order is first evaluated, and kept (T10). */
export function needsProgress(needs: TermsNeeds): boolean {
  const { customerIndex, customerOrder, tiers, cap, affiliateTags } = needs;
  return customerIndex || customerOrder || tiers.length > 0 || cap !== null || affiliateTags;
}

/**
 * T3: whether terms ask for collections or tags of an order for which the platform was never asked for them. Live
 * processing asks before it judges; where past orders are judged anew, such a test never holds, and that has to be said.
 */
export function asksUnreadCatalog(terms: ProgramTerms, { catalog }: Pick<OrderFacts, "catalog">): boolean {
  return catalog === null && needsOf(terms).catalog;
}
