import type { AffiliateId } from "../ids.ts";
import { type DecidableCode, decisionFor, decisionKey, type Decisions } from "./decisions.ts";
import type { ImportKind, ImportSystem } from "./import-kinds.ts";
import type { AmountRow } from "./import-rows.ts";
import type { RowCode, RowOutcome } from "./outcomes.ts";

/** An order of the store that a row names. `isCredited`: it earned a commission here. */
export type NamedOrder = { readonly orderId: string; readonly isCredited: boolean };

/** Facts of the store that decide about amounts. */
export type AmountFacts = {
  /** By address in lower case. */
  readonly byEmail: ReadonlyMap<string, AffiliateId>;
  /** By the other system's id, as imported with the affiliates. */
  readonly byExternalId: ReadonlyMap<string, AffiliateId>;
  /** By row. */
  readonly orders: ReadonlyMap<number, NamedOrder>;
  /** Keys of rows that other imports posted. */
  readonly importedKeys: ReadonlySet<string>;
  /** Affiliates who got opening balances from the system's other kind of file. */
  readonly otherKind: ReadonlySet<AffiliateId>;
};

export type AmountPlan = {
  readonly row: AmountRow;
  /** Equal for the same commission in a later export. '' for a row that can't be read. */
  readonly key: string;
  readonly outcome: RowOutcome;
  readonly code: RowCode;
  readonly affiliateId: AffiliateId | null;
  readonly orderId: string | null;
  /** The balance that it opens. Null for none. */
  readonly account: "pending" | "payable" | null;
  /** Minor units. 0 for a row that opens nothing or that an earlier row of its order includes. */
  readonly postMinor: bigint;
  /** The row that includes this one's amount. Null for others. */
  readonly mergedInto: number | null;
  /** Of the decision that the row needs or has. Null for others. */
  readonly decisionKey: string | null;
};

type PlanOf = {
  readonly system: ImportSystem;
  readonly kind: ImportKind;
  readonly decisions?: Decisions | undefined;
};

/** Decides about each amount. Pending rows of one affiliate and order are one balance, because refunds are rows. */
export function planAmounts(rows: readonly AmountRow[], facts: AmountFacts, of: PlanOf): AmountPlan[] {
  const counts = new Map<string, number>();
  const { decisions = {} } = of;
  const plans = rows.map((given) => {
    const { row, decided } = withCurrency(given, decisions);
    const plan = planRow(row, keyOf(row, of, counts), { facts, decisions });
    return decided ? { ...plan, ...decided } : plan;
  });
  const pending = Map.groupBy(
    plans.filter(({ outcome, code }) => outcome === "create" && code === "balance_pending"),
    groupKey,
  );
  const heads = new Map([...pending.values()].flatMap((group) => headOf(group)));
  return plans.map((plan) => heads.get(plan.row.number) ?? plan);
}

/** Equal rows of one file are told apart by their count, as in any later export. The state may change until then. */
function keyOf(row: AmountRow, { system, kind }: PlanOf, counts: Map<string, number>): string {
  if (row.fault !== null) return "";
  const who = row.email === "" ? row.externalId : row.email.toLowerCase();
  const what = kind === "balances" ? [] : [row.order, row.day ?? "", row.amountMinor];
  const text = [system, kind, who, row.currency, ...what].join("|");
  const count = (counts.get(text) ?? 0) + 1;
  counts.set(text, count);
  return `${text}|${count}`;
}

/** A row with two currencies, in the one that was chosen. */
function withCurrency(
  row: AmountRow,
  decisions: Decisions,
): { readonly row: AmountRow; readonly decided: Partial<AmountPlan> | null } {
  if (row.fault !== "currency_differs") return { row, decided: null };
  const key = decisionKey("currency_differs", row.number);
  const decision = decisionFor(decisions, key);
  const chosen = row.readings.find(({ currency }) => currency === decision?.currency);
  if (decision?.action === "import" && chosen) {
    return { row: { ...row, ...chosen, fault: null }, decided: { decisionKey: key } };
  }
  const outcome = decision?.action === "skip" ? "skip" : "decide";
  return { row, decided: { outcome, decisionKey: key } };
}

type Deciding = { readonly facts: AmountFacts; readonly decisions: Decisions };

function planRow(row: AmountRow, key: string, { facts, decisions }: Deciding): AmountPlan {
  const order = facts.orders.get(row.number) ?? null;
  const { affiliateId, decisionKey: assignedBy } = affiliateOf(row, { facts, decisions });
  const plan = {
    row,
    key,
    affiliateId,
    orderId: order?.orderId ?? null,
    account: null,
    postMinor: 0n,
    mergedInto: null,
    decisionKey: null,
  };
  const kept = keptAside(row, key, facts);
  if (kept !== null) return { ...plan, ...kept };
  const judged = judge(row, { affiliateId, order, facts, decisions });
  const asked = { decisionKey: judged.decisionKey ?? assignedBy };
  if (judged.verdict !== null) return { ...plan, ...asked, ...judged.verdict };
  const { state, amountMinor: postMinor } = row;
  const created = { ...plan, ...asked, outcome: "create", postMinor } as const;
  if (state === "pending") return { ...created, code: "balance_pending", account: "pending" };
  return { ...created, code: postMinor < 0n ? "balance_deduction" : "balance_approved", account: "payable" };
}

const unknownKey = ({ email, externalId, number }: AmountRow) =>
  decisionKey("affiliate_unknown", email.toLowerCase() || externalId || number);

/** The affiliate whom the row names, or whom a person chose for it. */
function affiliateOf(row: AmountRow, { facts, decisions }: Deciding) {
  const known = facts.byEmail.get(row.email.toLowerCase()) ?? facts.byExternalId.get(row.externalId) ?? null;
  if (known !== null) return { affiliateId: known, decisionKey: null };
  const key = unknownKey(row);
  const decision = decisionFor(decisions, key);
  const chosen = decision?.action === "assign" ? decision.affiliateId : undefined;
  return { affiliateId: (chosen ?? null) as AffiliateId | null, decisionKey: key };
}

type Verdict = Pick<AmountPlan, "outcome" | "code">;

/** Rows that open nothing, whoever they are about. */
function keptAside({ fault, state }: AmountRow, key: string, { importedKeys }: AmountFacts): Verdict | null {
  if (fault !== null) return { outcome: "skip", code: fault };
  if (importedKeys.has(key)) return { outcome: "skip", code: "imported_before" };
  if (state === "denied") return { outcome: "history", code: "denied_before" };
  return state === "paid" ? { outcome: "history", code: "paid_before" } : null;
}

type RowSubject = Deciding & {
  readonly affiliateId: AffiliateId | null;
  readonly order: NamedOrder | null;
};

/** `verdict` is null for a row that opens a balance. */
type Judged = { readonly verdict: Verdict | null; readonly decisionKey?: string };

/** Unpaid rows that open nothing because of their affiliate, order or amount. */
function judge(row: AmountRow, { affiliateId, order, facts, decisions }: RowSubject): Judged {
  if (affiliateId === null) return askedAbout("affiliate_unknown", unknownKey(row), decisions);
  if (order?.isCredited) return { verdict: { outcome: "skip", code: "order_credited_here" } };
  if (facts.otherKind.has(affiliateId)) {
    const asked = askedAbout(
      "other_file_imported",
      decisionKey("other_file_imported", row.number),
      decisions,
    );
    if (asked.verdict !== null || row.amountMinor !== 0n) return asked;
  }
  return { verdict: row.amountMinor === 0n ? { outcome: "history", code: "balance_zero" } : null };
}

function askedAbout(code: DecidableCode, key: string, decisions: Decisions): Judged {
  const action = decisionFor(decisions, key)?.action;
  if (action === "import") return { verdict: null, decisionKey: key };
  return { verdict: { outcome: action === "skip" ? "skip" : "decide", code }, decisionKey: key };
}

/** Rows without an order are balances of their own. */
function groupKey({ affiliateId, row: { order, currency, number, releaseDay } }: AmountPlan): string {
  return order === "" ? `row ${number}` : [affiliateId, currency, order, releaseDay].join("|");
}

/**
 * The first row of a group has its sum, and the others are included in it. Pending may not fall below zero (M1):
 * a sum below zero refunds a commission that was paid, and is deducted.
 */
function headOf(group: readonly AmountPlan[]): (readonly [number, AmountPlan])[] {
  const [head, ...others] = group;
  if (!head) return [];
  const sum = group.reduce((total, one) => total + one.postMinor, 0n);
  const first: AmountPlan =
    sum >= 0n
      ? { ...head, postMinor: sum, account: sum === 0n ? null : "pending" }
      : { ...head, postMinor: sum, account: "payable", code: "pending_is_below_zero" };
  const merged = others.map((one): readonly [number, AmountPlan] => [
    one.row.number,
    { ...one, code: "merged", account: null, postMinor: 0n, mergedInto: head.row.number },
  ]);
  return [[head.row.number, first], ...merged];
}

/** Amounts of a file in one currency, by what the import does with them. Minor units. */
export type ImportTotals = {
  readonly currency: string;
  /** Sum of every readable amount of the file. */
  fileMinor: bigint;
  pendingMinor: bigint;
  payableMinor: bigint;
  /** Paid or denied in the other system. */
  historyMinor: bigint;
  /** Skipped, or waiting for a decision. */
  leftMinor: bigint;
};

/** Sums a plan by currency. What is imported, kept as history and left is the sum of the file. */
export function totalsOf(plans: readonly AmountPlan[]): ImportTotals[] {
  const totals = new Map<string, ImportTotals>();
  for (const { row, outcome, account, postMinor } of plans) {
    if (row.fault !== null) continue;
    const { currency } = row;
    const of = totals.get(currency) ?? {
      currency,
      fileMinor: 0n,
      pendingMinor: 0n,
      payableMinor: 0n,
      historyMinor: 0n,
      leftMinor: 0n,
    };
    totals.set(currency, of);
    of.fileMinor += row.amountMinor;
    if (account === "pending") of.pendingMinor += postMinor;
    if (account === "payable") of.payableMinor += postMinor;
    if (outcome === "history") of.historyMinor += row.amountMinor;
    if (outcome === "skip" || outcome === "decide") of.leftMinor += row.amountMinor;
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
