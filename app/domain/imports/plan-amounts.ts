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
  /** Minor units. 0 for a row that opens nothing. */
  readonly postMinor: bigint;
};

type PlanOf = { readonly system: ImportSystem; readonly kind: ImportKind };

/**
 * Decides about each amount by itself. What depends on other rows and imports follows once all rows are stored: the
 * count of equal rows in the key, commissions that were imported before, and the sum of an order's pending rows.
 */
export function planAmounts(rows: readonly AmountRow[], facts: AmountFacts, of: PlanOf): AmountPlan[] {
  return rows.map((row) => planRow(row, keyOf(row, of), { facts, kind: of.kind }));
}

/** The key of the first of equal rows. The state may change until a later export. */
function keyOf(row: AmountRow, { system, kind }: PlanOf): string {
  if (row.fault !== null) return "";
  const who = row.email === "" ? row.externalId : row.email.toLowerCase();
  const what = kind === "balances" ? [] : [row.order, row.day ?? "", row.amountMinor];
  return [system, kind, who, row.currency, ...what, 1].join("|");
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
  };
  const kept = keptAside(row, { facts, order, kind }) ?? undecided(row, { affiliateId, order, facts });
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
  { facts, order, kind }: PlanContext & { readonly order: NamedOrder | null },
): Verdict | null {
  const { fault, state } = row;
  if (fault !== null) return { outcome: "skip", code: fault };
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
