import { compareIds } from "./allocate.ts";
import type { CatalogFacts, ForgottenCustomer, OrderFacts, OrderNews } from "./order.ts";
import { canonicalText } from "./plain.ts";
import { testsOf } from "./terms/condition.ts";
import { type OrderView, outcomeOf } from "./terms/match.ts";
import type { ProgramTerms } from "./terms/terms.ts";

/**
 * Keeps the outcome of each customer test in the order's terms, so that a later refund is calculated as the
 * order was although the customer is forgotten. Null terms have no tests. A test about an unknown fact stays
 * unknown (T3).
 * @throws nothing
 */
export function rememberAnswers(
  facts: OrderFacts,
  terms: ProgramTerms | null,
  at: string,
): ForgottenCustomer {
  const tests = (terms?.rules ?? []).flatMap((rule) => testsOf(rule.when)).filter(isAboutCustomer);
  const view = { ...nothingSold, ...facts, subId: null };
  const answers = tests.map((test) => [canonicalText(test), asOutcome(outcomeOf(test, null, view))] as const);
  const before = facts.forgotten;
  return { at: before?.at ?? at, answers: { ...before?.answers, ...Object.fromEntries(answers) } };
}

function isAboutCustomer({ kind }: { readonly kind: string }): boolean {
  return kind === "customer-tag" || kind === "country";
}

/** Values for the parts of `OrderView` that customer tests never read. */
const nothingSold = {
  valueMinor: 0n,
  pieces: 0,
  customerOrder: null,
  affiliateTags: null,
} satisfies Partial<OrderView>;

function asOutcome(outcome: ReturnType<typeof outcomeOf>): "holds" | "fails" | "unknown" {
  return outcome === "not-goods" ? "unknown" : outcome;
}

/**
 * The facts without the customer: who bought, where they live, how they came, and the store's tags for them.
 */
export function withoutCustomer(facts: OrderFacts, forgotten: ForgottenCustomer): OrderFacts {
  const { traces: _traces, ...kept } = facts;
  return {
    ...kept,
    clickAttribute: null,
    checkoutToken: null,
    landingSite: null,
    customerId: null,
    customerHash: null,
    countryCode: null,
    catalog: facts.catalog && withoutTags(facts.catalog),
    forgotten,
  };
}

/**
 * News about an order with a forgotten customer, without the personal data that the platform may still send.
 */
export function newsWithoutCustomer(news: OrderNews, forgotten: ForgottenCustomer): OrderNews {
  if (news.kind === "order") return { ...news, facts: withoutCustomer(news.facts, forgotten) };
  return news.kind === "catalog" ? { ...news, catalog: withoutTags(news.catalog) } : news;
}

function withoutTags(catalog: CatalogFacts): CatalogFacts {
  return { ...catalog, customerTags: null };
}

type ClickReference = { readonly clickId?: unknown };

/**
 * The stored attribution of an order without ids of clicks, because shoppers' browsers know them too. They
 * are replaced by meaningless names in the same sort order, so that every decision stays the same.
 */
export function withoutClickIds(attribution: Record<string, unknown>): Record<string, unknown> {
  const evidence: unknown = attribution["evidence"];
  const ids = (Array.isArray(evidence) ? evidence : []).flatMap(({ clickId }: ClickReference) => {
    return typeof clickId === "string" && !clickId.startsWith(forgottenPrefix) ? [clickId] : [];
  });
  const names = new Map([...new Set(ids)].toSorted(compareIds).map((id, place) => [id, nameOf(place)]));
  const rename = (key: string, value: unknown): unknown =>
    key === "clickId" && typeof value === "string" ? (names.get(value) ?? value) : value;
  return JSON.parse(JSON.stringify(attribution, rename)) as Record<string, unknown>;
}

const forgottenPrefix = "clk_forgotten";

function nameOf(place: number): string {
  return `${forgottenPrefix}${String(place + 1).padStart(3, "0")}`;
}
