import { domain, type Fault, road } from "./fault.ts";

/** Faults of attribution, and of the inputs that are kept. */
export const credit: readonly Fault[] = [
  domain(
    "program.ts",
    "judges by a version that was withdrawn",
    "if (version.withdrawnAt !== null) continue;",
    "",
  ),
  domain(
    "program.ts",
    "judges by the oldest version",
    "return order > 0 || (order === 0 && version.number > chosen.number) ? version : chosen;",
    "return order < 0 || (order === 0 && version.number > chosen.number) ? version : chosen;",
  ),
  domain(
    "program.ts",
    "forgets an affiliate's own terms",
    "return asJudgingVersion(own) ?? asJudgingVersion(general);",
    "return asJudgingVersion(general);",
  ),
  domain(
    "attribution.ts",
    "counts a click that came later",
    "!isNotAfter(evidence.at, orderCreatedAt)",
    "false",
  ),
  domain(
    "attribution.ts",
    "lets the last click decide where the first should",
    'return touch === "first" ? oldestFirst : -oldestFirst;',
    "return -oldestFirst;",
  ),
  domain(
    "attribution.ts",
    "lets a signal decide that is switched off",
    'if (!rules.precedence.includes(evidence.kind)) return fail("signal-off");',
    "",
  ),
  domain(
    "lifetime-customer.ts",
    "binds a customer anew while a binding holds",
    "if (bound === null || hasEnded(bound, one.at)) bound = one;",
    "bound = one;",
  ),
  domain(
    "renewal.ts",
    "credits a renewal to the oldest first order",
    "return fitting.toSorted(byMoment).at(-1) ?? null;",
    "return fitting.toSorted(byMoment).at(0) ?? null;",
  ),
  domain(
    "renewal.ts",
    "credits a renewal by the first order of another product",
    "if (line.productId === null || line.productId !== sold.productId) return false;",
    "",
  ),
  domain(
    "renewal.ts",
    "credits a renewal by the first order of another plan",
    "line.sellingPlanId === sold.sellingPlanId\n  )",
    "true\n  )",
  ),
  road(
    "domain/attribution.ts",
    "keeps a code that was taken out of the tags",
    "joinEvidence([], found.filter(isTag))",
    "joinEvidence(known.filter(isTag), found.filter(isTag))",
  ),
  domain(
    "order-merge.ts",
    "believes the older of two readings",
    "const newer = order > 0 ||",
    "const newer = order < 0 ||",
  ),
  domain(
    "order-merge.ts",
    "takes a deletion back",
    "deleted: a.deleted || b.deleted,",
    "deleted: newer.deleted,",
  ),
  domain(
    "refund-facts.ts",
    "believes the older word about a refund",
    "return order > 0 ? a : b;",
    "return order < 0 ? a : b;",
  ),
  domain(
    "release.ts",
    "releases before the hold is over",
    "epochMs(question.now) < epochMs(question.approvesAt)",
    "false",
  ),
  domain("release.ts", "releases what is disputed", 'question.facts?.dispute === "open"', "false"),
  {
    what: "reads the shopper's money",
    file: "app/contracts/order-webhook.ts",
    right: "parseDecimal(set.shop_money.amount, set.shop_money.currency_code)",
    wrong:
      "parseDecimal((set as unknown as { presentment_money: { amount: string } }).presentment_money.amount, currency)",
    by: "histories",
  },
];
