import type { AffiliateId } from "../ids.ts";
import { type LocalMoment, sideOfSwitch } from "../shadow/side-of-switch.ts";
import { type DecidableCode, decisionFor, decisionKey, type Decisions } from "./decisions.ts";
import type { ImportKind, ImportSystem } from "./import-kinds.ts";
import type { AmountRow } from "./import-rows.ts";
import type { RowCode, RowOutcome } from "./outcomes.ts";

/** An order of the store that a row names. */
export type NamedOrder = {
  readonly orderId: string;
  /** It earned a commission here. */
  readonly isCredited: boolean;
  /** It was placed after the store went live (M25). */
  readonly isFromLive: boolean;
};

/** Facts of the store that decide about amounts. */
export type AmountFacts = {
  /** By address in lower case. */
  readonly byEmail: ReadonlyMap<string, AffiliateId>;
  /** By the other system's id, as imported with the affiliates. */
  readonly byExternalId: ReadonlyMap<string, AffiliateId>;
  /** By row. */
  readonly orders: ReadonlyMap<number, NamedOrder>;
  /** Affiliates who got opening balances from the system's other kind of file. */
  readonly otherKind: ReadonlySet<AffiliateId>;
  /** When the store goes live. Null for a store without such a moment (M25). */
  readonly live: LocalMoment | null;
  /** The store's own currency, and the one that a person chose for the file. */
  readonly expectedCurrencies: ReadonlySet<string>;
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
  /** Minor units. 0 for a row that opens nothing. */
  readonly postMinor: bigint;
  /** Key of the decision about the row. Null for a row without one. */
  readonly decisionKey: string | null;
};

type PlanOf = {
  readonly system: ImportSystem;
  readonly kind: ImportKind;
  readonly decisions?: Decisions | undefined;
};

/**
 * Decides about each amount by itself. What depends on other rows and imports follows once all rows are stored: the
 * count of equal rows in the key, commissions that were imported before, and the sum of an order's pending rows.
 */
export function planAmounts(rows: readonly AmountRow[], facts: AmountFacts, of: PlanOf): AmountPlan[] {
  const { decisions = {}, kind } = of;
  return rows.map((given) => {
    const { row, outcome, decisionKey: key } = withCurrency(given, decisions);
    const plan = planRow(row, keyOf(row, of), { facts, decisions, kind });
    return { ...plan, ...(outcome && { outcome }), decisionKey: plan.decisionKey ?? key };
  });
}

/** The key of the first of equal rows. The state may change until a later export. */
function keyOf(row: AmountRow, { system, kind }: PlanOf): string {
  if (row.fault !== null) return "";
  const who = row.email === "" ? row.externalId : row.email.toLowerCase();
  const what = kind === "balances" ? [] : [row.order, row.day ?? "", row.amountMinor];
  return [system, kind, who, row.currency, ...what, 1].join("|");
}

/** A row with two currencies, in the one that was chosen. `outcome` is null for a row that is judged further. */
function withCurrency(
  row: AmountRow,
  decisions: Decisions,
): Pick<AmountPlan, "row" | "decisionKey"> & { readonly outcome: RowOutcome | null } {
  if (row.fault !== "currency_differs") return { row, outcome: null, decisionKey: null };
  const key = decisionKey("currency_differs", row.number);
  const decision = decisionFor(decisions, key);
  const chosen = row.readings.find(({ currency }) => currency === decision?.currency);
  if (decision?.action === "import" && chosen) {
    return { row: { ...row, ...chosen, fault: null }, outcome: null, decisionKey: key };
  }
  return { row, outcome: decision?.action === "skip" ? "skip" : "decide", decisionKey: key };
}

type Deciding = {
  readonly facts: AmountFacts;
  readonly decisions: Decisions;
  readonly kind: ImportKind;
};

function planRow(row: AmountRow, key: string, { facts, decisions, kind }: Deciding): AmountPlan {
  const order = facts.orders.get(row.number) ?? null;
  const { affiliateId, decisionKey: assignedBy } = affiliateOf(row, { facts, decisions, kind });
  const plan = {
    row,
    key,
    affiliateId,
    orderId: order?.orderId ?? null,
    account: null,
    postMinor: 0n,
    decisionKey: null,
  };
  const switched = sideVerdict(row, { order, facts, decisions, kind });
  if (switched.verdict !== null) {
    return { ...plan, ...switched.verdict, decisionKey: switched.decisionKey ?? null };
  }
  const kept = keptAside(row);
  if (kept !== null) return { ...plan, ...kept };
  const isPlaced = order !== null || switched.decisionKey !== undefined;
  const judged = judge(row, { affiliateId, order, isPlaced, facts, decisions, kind });
  const asked = { decisionKey: judged.decisionKey ?? switched.decisionKey ?? assignedBy };
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

/** Commissions of orders that are this app's, or that may be (M25). Rows of other kinds are not about orders. */
function sideVerdict(
  row: AmountRow,
  { order, facts, decisions, kind }: Deciding & { readonly order: NamedOrder | null },
): Judged {
  if (row.fault !== null || kind !== "referrals") return { verdict: null };
  const side = sideOfSwitch(row, order, facts.live);
  if (side === "own") return { verdict: { outcome: "skip", code: "order_of_this_app" } };
  if (side === "previous") return { verdict: null };
  return askedAbout("order_time_unclear", decisionKey("order_time_unclear", row.number), decisions);
}

/** Rows that open nothing, whoever they are about. */
function keptAside({ fault, state }: AmountRow): Verdict | null {
  if (fault !== null) return { outcome: "skip", code: fault };
  if (state === "denied") return { outcome: "history", code: "denied_before" };
  return state === "paid" ? { outcome: "history", code: "paid_before" } : null;
}

type RowSubject = Deciding & {
  readonly affiliateId: AffiliateId | null;
  readonly order: NamedOrder | null;
  /** The store has the order, or a person said that it is the previous app's (M25). */
  readonly isPlaced: boolean;
};

/** `verdict` is null for a row that opens a balance. */
type Judged = { readonly verdict: Verdict | null; readonly decisionKey?: string };

/** Unpaid rows that open nothing because of their affiliate, order or amount. */
function judge(row: AmountRow, { affiliateId, order, isPlaced, facts, decisions }: RowSubject): Judged {
  if (affiliateId === null) return askedAbout("affiliate_unknown", unknownKey(row), decisions);
  if (order?.isCredited) return { verdict: { outcome: "skip", code: "order_credited_here" } };
  if (row.amountMinor === 0n) return { verdict: { outcome: "history", code: "balance_zero" } };
  return firstOpen(questionsOf(row, { affiliateId, isPlaced, facts }), decisions);
}

type Question = readonly [DecidableCode, subject: string | number];
type Asked = Pick<RowSubject, "isPlaced" | "facts"> & { readonly affiliateId: AffiliateId };

/** Doubts about a row that would open a balance. */
function questionsOf(
  { number, order, currency, readings }: AmountRow,
  { affiliateId, isPlaced, facts }: Asked,
): Question[] {
  const questions: Question[] = [];
  if (facts.otherKind.has(affiliateId)) questions.push(["other_file_imported", number]);
  if (order !== "" && !isPlaced) questions.push(["order_unknown", order.toLowerCase()]);
  // A person chose the currency of a row with two.
  const isExpected = readings.length > 0 || facts.expectedCurrencies.has(currency);
  if (!isExpected) questions.push(["currency_foreign", currency]);
  return questions;
}

/** The first doubt that keeps the row out. Otherwise the last one, so that its decision can be changed. */
function firstOpen(questions: readonly Question[], decisions: Decisions): Judged {
  const asked = questions.map(([code, subject]) => askedAbout(code, decisionKey(code, subject), decisions));
  return asked.find(({ verdict }) => verdict !== null) ?? asked.at(-1) ?? { verdict: null };
}

function askedAbout(code: DecidableCode, key: string, decisions: Decisions): Judged {
  const action = decisionFor(decisions, key)?.action;
  if (action === "import") return { verdict: null, decisionKey: key };
  return { verdict: { outcome: action === "skip" ? "skip" : "decide", code }, decisionKey: key };
}

/** Amounts of a file in one currency, by what the import does with them. Minor units. */
export type ImportTotals = {
  readonly currency: string;
  /** Sum of every readable amount of the file. */
  readonly fileMinor: bigint;
  readonly pendingMinor: bigint;
  readonly payableMinor: bigint;
  /** Paid or denied in the other system. */
  readonly historyMinor: bigint;
  /** Skipped, or waiting for a decision. */
  readonly leftMinor: bigint;
};
