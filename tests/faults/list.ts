/** One wrong thing that somebody could write, as the exact text that it replaces. */
export type Fault = {
  readonly what: string;
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  /** What has to notice it: histories without a database, or roads through one. */
  readonly by: "histories" | "roads";
};

const domain = (file: string, what: string, right: string, wrong: string): Fault => {
  return { what, file: `app/domain/${file}`, right, wrong, by: "histories" };
};

const engine: readonly Fault[] = [
  domain(
    "rate.ts",
    "rounds down",
    "(2n * magnitude + denominator) / (2n * denominator)",
    "magnitude / denominator",
  ),
  domain(
    "allocate.ts",
    "gives the odd unit to the highest id",
    "  return compareIds(a.id, b.id);\n}",
    "  return compareIds(b.id, a.id);\n}",
  ),
  domain(
    "allocate.ts",
    "gives the odd units to the smallest remainders",
    "return a.remainder > b.remainder ? -1 : 1",
    "return a.remainder < b.remainder ? -1 : 1",
  ),
  domain(
    "remaining.ts",
    "takes more than is left",
    "netMinor: least(wanted.netMinor, pot.netMinor),",
    "netMinor: wanted.netMinor,",
  ),
  domain(
    "remaining.ts",
    "gives back what a discrepancy held",
    "(discrepancy < 0n ? -discrepancy : 0n)",
    "(discrepancy > 0n ? discrepancy : 0n)",
  ),
  domain(
    "remaining.ts",
    "keeps nothing of a fee",
    "standing.kept = sum(standing.kept, kept);",
    "standing.kept = { ...standing.kept };",
  ),
  domain(
    "remaining.ts",
    "counts refunds that failed",
    'refund.status === "failed" ||',
    'refund.status === "unknown" ||',
  ),
  domain(
    "remaining.ts",
    "counts a pending refund of which no money has moved",
    '(refund.status === "pending" && discrepancy > 0n)',
    "false",
  ),
  domain(
    "remaining.ts",
    "takes refunds as they were heard of",
    "(a, b) => compareInstants(a.createdAt, b.createdAt) || compareIds(a.id, b.id)",
    "(a, b) => compareIds(a.id, b.id)",
  ),
  domain(
    "remaining.ts",
    "forgets pieces that an edit removed",
    "const quantityLeft = quantity - removed;",
    "const quantityLeft = quantity;",
  ),
  domain(
    "refund-claims.ts",
    "takes shipping twice where it is written twice",
    "if (refund.shipping.length > 0) return refund.shipping;",
    "if (refund.shipping.length > 99) return refund.shipping;",
  ),
  domain(
    "charges.ts",
    "leaves the tax in the price",
    "netMinor: atLeastZero(taxesIncluded ? paid - line.taxMinor : paid),",
    "netMinor: atLeastZero(paid),",
  ),
  domain(
    "terms/base.ts",
    "forgets the tax of what is left",
    "return left.netMinor + discountMinor + (base.tax ? left.taxMinor : 0n);",
    "return left.netMinor + discountMinor;",
  ),
  domain(
    "terms/base.ts",
    "pays for gift cards",
    'kind === "goods" || base',
    'kind === "gift-card" || kind === "goods" || base',
  ),
  domain(
    "terms/pay.ts",
    "passes a tier's threshold too late",
    "reached.orders >= threshold.count",
    "reached.orders > threshold.count",
  ),
  domain("terms/pay.ts", "takes the first tier that is reached", "pay.steps.findLast(", "pay.steps.find("),
  domain(
    "terms/pay.ts",
    "pays for a piece in another currency",
    "pay.amount.currency !== currency || baseMinor <= 0n",
    "baseMinor <= 0n",
  ),
  domain(
    "terms/limit.ts",
    "takes the greater of two caps",
    "return ofOrder < ofAffiliate ? ofOrder : ofAffiliate;",
    "return ofOrder > ofAffiliate ? ofOrder : ofAffiliate;",
  ),
  domain(
    "terms/limit.ts",
    "lets edits add to a cap's room",
    "capLeftMinor < earnedFirst",
    "capLeftMinor < 0n",
  ),
  domain(
    "terms/period-days.ts",
    "makes a rolling period a day longer",
    "dayAfter(day, 1 - period.days)",
    "dayAfter(day, -period.days)",
  ),
  domain(
    "terms/match.ts",
    "says of the unknown that it is none",
    'return text === null ? "unknown" : [text];',
    "return text === null ? [] : [text];",
  ),
  domain(
    "commission.ts",
    "lets the last rule pay",
    "terms.rules.find((one) => holds",
    "terms.rules.findLast((one) => holds",
  ),
  domain(
    "commission.ts",
    "reads its inputs anew",
    "const before = input.inputs ??",
    "const before = null ??",
  ),
  domain(
    "uncredited.ts",
    "lets a cancelled order stand",
    'if (facts.cancelledAt !== null) return "cancelled";',
    "",
  ),
  domain(
    "uncredited.ts",
    "lets a lost dispute stand",
    'if (facts.dispute === "lost") return "dispute-lost";',
    "",
  ),
  domain(
    "commission.ts",
    "pays for test orders",
    "attribution.winner !== null && !facts.test",
    "attribution.winner !== null",
  ),
  domain(
    "commission.ts",
    "gives shares to lines added later",
    "const cut = inputs.cut.filter((line) => !added.has(line.lineId));",
    "const cut = inputs.cut.filter((line) => line.lineId !== [...added].join());",
  ),
];

const credit: readonly Fault[] = [
  domain(
    "program.ts",
    "judges by the oldest version",
    "return order > 0 || (order === 0 && version.number > chosen.number) ? version : chosen;",
    "return order < 0 || (order === 0 && version.number > chosen.number) ? version : chosen;",
  ),
  domain(
    "program.ts",
    "forgets an affiliate's own terms",
    "return judging(own) ?? judging(general);",
    "return judging(general);",
  ),
  domain(
    "attribution.ts",
    "counts a click that came later",
    "!isNotAfter(evidence.at, orderCreatedAt)",
    "false",
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
    "refund.ts",
    "believes the older word about a refund",
    "return order > 0 ? a : b;",
    "return order < 0 ? a : b;",
  ),
  domain(
    "release.ts",
    "releases before the hold is over",
    "epochMs(question.now) < epochMs(question.holdUntil)",
    "false",
  ),
  domain("release.ts", "releases what is disputed", 'question.facts?.dispute === "open"', "false"),
  {
    what: "reads the shopper's money",
    file: "app/contracts/read-amount.ts",
    right: "parseDecimal(set.shop_money.amount, set.shop_money.currency_code)",
    wrong:
      "parseDecimal((set as unknown as { presentment_money: { amount: string } }).presentment_money.amount, currency)",
    by: "histories",
  },
];

const road = (file: string, what: string, right: string, wrong: string): Fault => {
  return { what, file: `app/${file}`, right, wrong, by: "roads" };
};

const ledger: readonly Fault[] = [
  domain(
    "ledger/entries.ts",
    "reverses what was released first",
    "const fromPending = tooMuch < pendingMinor ? tooMuch : pendingMinor;",
    "const fromPending = tooMuch < payableMinor ? 0n : tooMuch < pendingMinor ? tooMuch : pendingMinor;",
  ),
  domain(
    "ledger/transfer.ts",
    "leaves the debit account out of the key",
    "${draft.code}:${draft.debit.name}`",
    "${draft.code}`",
  ),
  road(
    "flows/orders/settle-orders.ts",
    "does not raise the revision",
    "revision: row.revision + 1,",
    "revision: row.revision,",
  ),
  road(
    "flows/orders/post-commission.ts",
    "lets what was denied stand",
    'terms === null || row.decision === "denied" ? 0n',
    "terms === null ? 0n",
  ),
  road(
    "flows/orders/post-commission.ts",
    "holds nothing anew after a release",
    "holdEndsAtMs(happenedAt.toISOString(), terms.holdDays)",
    "holdEndsAtMs(happenedAt.toISOString(), 0)",
  ),
  road(
    "domain/decision.ts",
    "holds nothing back by hand",
    'kind === "reopened" || kind === "unheld" ? null : kind',
    'kind === "reopened" || kind === "unheld" || kind === "held" ? null : kind',
  ),
  road(
    "flows/orders/count-order.ts",
    "counts what was refunded as sold",
    "revenueMinor: -minor,",
    "revenueMinor: 0n,",
  ),
  road(
    "flows/orders/settle-bonuses.ts",
    "reverses a bonus that was released",
    "const stands = isThere ||",
    "const stands =",
  ),
  road("domain/bonus.ts", "reaches a bonus one too late", "has < size", "has <= size"),
  road(
    "store/ledger.ts",
    "moves balances one way only",
    "[posting.debit, -posting.amountMinor],",
    "[posting.debit, 0n],",
  ),
  road(
    "store/ledger.ts",
    "adds to balances what they are",
    "balance_minor = ledger_balances.balance_minor + excluded.balance_minor",
    "balance_minor = excluded.balance_minor",
  ),
  road(
    "flows/orders/decide-commission.ts",
    "forgets to post a decision",
    'asked.kind === "denied" || asked.kind === "reopened"',
    'asked.kind === "reopened"',
  ),
];

export const faults: readonly Fault[] = [...engine, ...credit, ...ledger];
