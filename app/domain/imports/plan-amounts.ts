import type { AffiliateId } from "../ids.ts";
import { type LocalMoment, sideOfSwitch } from "../shadow/side-of-switch.ts";
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
  /** Keys of rows that other imports posted. */
  readonly importedKeys: ReadonlySet<string>;
  /** Affiliates who got opening balances from the system's other kind of file. */
  readonly otherKind: ReadonlySet<AffiliateId>;
  /** When the store goes live. Null for a store without such a moment (M25). */
  readonly live: LocalMoment | null;
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
};

type PlanOf = { readonly system: ImportSystem; readonly kind: ImportKind };

/** Decides about each amount. Pending rows of one affiliate and order are one balance, because refunds are rows. */
export function planAmounts(rows: readonly AmountRow[], facts: AmountFacts, of: PlanOf): AmountPlan[] {
  const counts = new Map<string, number>();
  const plans = rows.map((row) => planRow(row, keyOf(row, of, counts), { facts, kind: of.kind }));
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

type PlanContext = { readonly facts: AmountFacts; readonly kind: ImportKind };

function planRow(row: AmountRow, key: string, { facts, kind }: PlanContext): AmountPlan {
  const affiliateId =
    facts.byEmail.get(row.email.toLowerCase()) ?? facts.byExternalId.get(row.externalId) ?? null;
  const order = facts.orders.get(row.number) ?? null;
  const plan = {
    row,
    key,
    affiliateId,
    orderId: order?.orderId ?? null,
    account: null,
    postMinor: 0n,
    mergedInto: null,
  };
  const kept = keptAside(row, key, { facts, order, kind }) ?? undecided(row, { affiliateId, order, facts });
  if (kept !== null) return { ...plan, ...kept };
  const { state, amountMinor: postMinor } = row;
  if (state === "pending") {
    return { ...plan, outcome: "create", code: "balance_pending", account: "pending", postMinor };
  }
  const code = postMinor < 0n ? "balance_deduction" : "balance_approved";
  return { ...plan, outcome: "create", code, account: "payable", postMinor };
}

type Verdict = Pick<AmountPlan, "outcome" | "code">;

/** Rows that open nothing, whoever they are about. */
function keptAside(
  row: AmountRow,
  key: string,
  { facts, order, kind }: PlanContext & { readonly order: NamedOrder | null },
): Verdict | null {
  const { fault, state } = row;
  if (fault !== null) return { outcome: "skip", code: fault };
  if (facts.importedKeys.has(key)) return { outcome: "skip", code: "imported_before" };
  // Rows of other kinds are not about orders.
  const side = kind === "referrals" ? sideOfSwitch(row, order, facts.live) : "previous";
  if (side === "own") return { outcome: "skip", code: "order_of_this_app" };
  if (side === "unclear") return { outcome: "decide", code: "order_time_unclear" };
  if (state === "denied") return { outcome: "history", code: "denied_before" };
  return state === "paid" ? { outcome: "history", code: "paid_before" } : null;
}

type RowSubject = {
  readonly affiliateId: AffiliateId | null;
  readonly order: NamedOrder | null;
  readonly facts: AmountFacts;
};

/** Unpaid rows that open nothing because of their affiliate, order or amount. */
function undecided({ amountMinor }: AmountRow, { affiliateId, order, facts }: RowSubject): Verdict | null {
  if (affiliateId === null) return { outcome: "decide", code: "affiliate_unknown" };
  if (order?.isCredited) return { outcome: "skip", code: "order_credited_here" };
  if (facts.otherKind.has(affiliateId)) return { outcome: "decide", code: "other_file_imported" };
  return amountMinor === 0n ? { outcome: "history", code: "balance_zero" } : null;
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
