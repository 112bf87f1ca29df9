import type { Winner } from "#app/domain/attribution.ts";
import { evaluate, type Evaluation } from "#app/domain/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { netSalesOf } from "#app/domain/charges.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { approvesAtMs, orderApprovesAtMs } from "#app/domain/release.ts";
import { freeDimensions, otherValue } from "#app/domain/report.ts";
import { noWorth, signalsIn, signalWorth } from "#app/domain/signals.ts";
import { needsOf, needsProgress } from "#app/domain/terms/pay.ts";
import {
  commissionOf,
  countDimensions,
  countedLinkOf,
  countOrder,
  orderValues,
  type OrderValues,
  plainDimensions,
  readDimensions,
  type OrderToCount,
} from "#app/flows/settlement/count-order.ts";
import { type KeptAttribution, readAttributions, storedInputs } from "#app/flows/settlement/credit-orders.ts";
import type { Db } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { hashOfFacts, type OrderRow } from "#app/store/orders.ts";
import { listOrderRows, type OrderCursor } from "#app/store/order-list.ts";
import { type CommissionCase, commissionCases, decidedBy } from "./commission-cases.ts";

type VerifiedShop = { readonly shopId: ShopId; readonly timeZone: string };

/** An order with all its decisions and commissions. */
type OrderCase = {
  readonly row: OrderRow;
  readonly facts: OrderFacts;
  readonly kept: KeptAttribution | null;
  /** Decisions about the order itself, not about its commissions. */
  readonly decisions: readonly DecisionRow[];
  readonly commissions: readonly CommissionCase[];
};

const ordersAtOnce = 500;

/**
 * Verifies every order of a shop: the columns that repeat its facts, and its commissions as the current code
 * calculates them. Returns the number of orders checked.
 */
export async function verifyOrders(
  tx: Db,
  shop: VerifiedShop,
  found: (one: Difference) => void,
): Promise<number> {
  let checked = 0;
  let after: OrderCursor | undefined;
  for (;;) {
    const rows = await listOrderRows(tx, shop.shopId, { filter: {}, limit: ordersAtOnce, after });
    const last = rows.at(-1);
    if (!last) return checked;
    for (const one of await readOrderCases(tx, shop.shopId, rows)) {
      for (const difference of orderDifferences(one, shop)) found(difference);
    }
    checked += rows.length;
    after = { placedAt: last.placedAt, orderId: last.orderId };
  }
}

async function readOrderCases(tx: Db, shopId: ShopId, rows: readonly OrderRow[]): Promise<OrderCase[]> {
  const orderIds = rows.map((row) => row.orderId);
  const own = (await commissionsOfOrders(tx, shopId, orderIds)).filter((one) => one.kind === "order");
  const commissions = Map.groupBy(await commissionCases(tx, shopId, own), (one) => one.row.orderId);
  const decisions = Map.groupBy(await decisionsAbout(tx, shopId, orderIds), (one) => one.subjectId);
  const attributions = await readAttributions(tx, shopId, rows);
  return rows.map((row, place) => ({
    row,
    facts: readFacts(row.facts),
    kept: attributions[place] ?? null,
    decisions: decisions.get(row.orderId) ?? [],
    commissions: commissions.get(row.orderId) ?? [],
  }));
}

/** Lists causes before effects, so the first difference explains the others. */
function orderDifferences(of: OrderCase, shop: VerifiedShop): Difference[] {
  const { row, kept } = of;
  const wrong = (what: string) =>
    rowDifference("orders", row.orderId, what, { orderId: row.orderId, affiliateId: row.affiliateId });
  const own = [...factFaults(of), ...creditFaults(of)].map(wrong);
  // An order's commission stays unchanged while Shopify is asked about its goods.
  if (row.reason === ("waiting-for-catalog" satisfies ReasonCode)) return own;
  if (kept === null) return [...own, ...commissionFaults(of, null)];
  const evaluation = evaluateCase(of, kept);
  if (evaluation === null) return own;
  const outcome = outcomeFaults(of, { kept, evaluation }, shop).map(wrong);
  return [...own, ...commissionFaults(of, evaluation), ...outcome];
}

/**
 * Evaluates the stored facts, terms and inputs. Null if no inputs from other orders are stored that the terms ask for
 * (M5).
 */
function evaluateCase({ facts, commissions }: OrderCase, kept: KeptAttribution): Evaluation | null {
  const terms = kept.decided.winner?.version.terms ?? null;
  const inputs = storedInputs(
    kept,
    commissions.map((one) => one.row),
  );
  if (!inputs && !facts.test && terms && needsProgress(needsOf(terms))) return null;
  return evaluate({ terms, facts, attribution: kept.decided, inputs });
}

/** Checks the columns that repeat facts so that lists need not read them. */
function factFaults({ row, facts }: OrderCase): string[] {
  const hash = hashOfFacts(row.facts);
  if (row.factsHash !== "" && row.factsHash !== hash) return ["has other facts than those that were hashed"];
  return differingColumns([
    ["name", row.name, facts.name],
    ["placed_at", row.placedAt.getTime(), Date.parse(facts.createdAt)],
    ["changed_at", row.changedAt.getTime(), Date.parse(facts.updatedAt)],
    ["currency", row.currency, facts.currency],
    ["customer_hash", row.customerHash, facts.customerHash],
    ["net_minor", row.netMinor, netSalesOf(facts).remainingMinor],
  ]);
}

/** Checks the columns that repeat the credit. A person's decision is in `decisions` too (M12). */
function creditFaults({ row, kept, decisions }: OrderCase): string[] {
  const winner = kept?.decided.winner ?? null;
  const credited = winner
    ? [winner.affiliateId, winner.programId, winner.version.number]
    : [null, null, null];
  const decision = decisions.findLast((one) => one.kind === "reassigned");
  return differingColumns([
    ["affiliate_id", row.affiliateId, credited[0]],
    ["program_id", row.programId, credited[1]],
    ["program_version", row.programVersion, credited[2]],
    ["reassigned by", kept?.reassigned?.decisionId ?? null, decision?.decisionId ?? null],
  ]);
}

/** Differences between each commission's amount and the expected one, and amounts without a commission. */
function commissionFaults(
  { row, facts, kept, commissions, decisions }: OrderCase,
  evaluation: Evaluation | null,
): Difference[] {
  const winner = kept?.decided.winner ?? null;
  const isOwn = (one: CommissionCase) => one.row.affiliateId === winner?.affiliateId;
  const standing = evaluation?.currentMinor ?? 0n;
  const { orderId, currency } = row;
  const missing: Difference[] =
    standing === 0n || commissions.some(isOwn)
      ? []
      : [{ kind: "order", orderId, currency, current: String(standing), posted: "0" }];
  const differences = commissions.flatMap((one) =>
    commissionDifferences({
      ...one,
      currentMinor: isOwn(one) ? standing : 0n,
      revision: row.revision,
      // A commission of another affiliate has nothing pending, so its approval period does not matter.
      holdEndsMs: winner && isOwn(one) ? holdEndsOfOthers(one, { facts, kept, commissions, winner }) : [],
      approvalDays: winner?.version.terms.approvalDays ?? 0,
      reassignedAt: decisions.flatMap(({ kind, details, at }) =>
        kind === "reassigned" && details["affiliateId"] === one.row.affiliateId ? [at] : [],
      ),
    }),
  );
  return [...missing, ...differences];
}

type CreditedCase = Pick<OrderCase, "facts" | "kept" | "commissions"> & { readonly winner: Winner };

/** Pending amounts of a reassigned order keep their approval period (M11, M12). */
function holdEndsOfOthers(
  own: CommissionCase,
  { facts, kept, commissions, winner }: CreditedCase,
): (number | null)[] {
  const { terms } = winner.version;
  const others = kept?.reassigned ? commissions.filter((one) => one !== own) : [];
  return [orderApprovesAtMs(facts, terms), ...others.flatMap((one) => holdEndsOf(one, terms.approvalDays))];
}

/** The columns that repeat the outcome. */
function outcomeFaults(
  { row, facts, commissions }: OrderCase,
  { kept, evaluation }: { kept: KeptAttribution; evaluation: Evaluation },
  { timeZone }: VerifiedShop,
): string[] {
  const { winner, reason } = kept.decided;
  const own = commissions.find((one) => one.row.affiliateId === winner?.affiliateId);
  const isDenied = own?.row.decision === "denied";
  const order = { facts, attribution: kept.decided, evaluation, isDenied };
  const faults = differingColumns([
    ["credited", row.credited, winner !== null && !facts.test],
    ["reason", row.reason, evaluation.uncreditedReason ?? reason],
    ["commission_minor", row.commissionMinor, commissionOf(countOrder(order, timeZone))],
  ]);
  if (!isSignalled(row, kept, facts)) faults.push("has other signals than follow");
  return [...faults, ...countedFaults(row.counted, order, timeZone)];
}

/** The day of the signals is in the shop's time zone at that time. */
function isSignalled(row: OrderRow, kept: KeptAttribution, { test, createdAt }: OrderFacts): boolean {
  const signalDay = row.counted["signalDay"];
  if (typeof signalDay === "string" && !isNextTo(signalDay, createdAt.slice(0, 10))) return false;
  const { lostWithout, elsewhereWithout } = test ? noWorth : signalWorth(kept.decided);
  const follows = [signalsIn(kept.evidence), lostWithout, elsewhereWithout];
  return [row.signals, row.lostWithout, row.elsewhereWithout].join("|") === follows.join("|");
}

function differingColumns(
  columns: readonly (readonly [name: string, kept: unknown, follows: unknown])[],
): string[] {
  return columns
    .filter(([, kept, follows]) => kept !== follows)
    .map(([name, kept, follows]) => `has ${name} ${String(kept)}, and ${String(follows)} follows`);
}

type CommissionQuestion = CommissionCase & {
  /** The expected amount if nobody denied it. Minor units. */
  readonly currentMinor: bigint;
  /** Revision of the order's row, or of the commission's own (M3). */
  readonly revision: number;
  /**
   * Possible ends of the approval period in epoch milliseconds, null if it has not begun: by facts and terms
   * (M11), or inherited from the former affiliate's commission (M12).
   */
  readonly holdEndsMs: readonly (number | null)[];
  /** Approval period of the terms. Amounts earned after a release, or restored, wait as long again. */
  readonly approvalDays: number;
  /**
   * Instants at which the order's credit was given to its affiliate. A released amount stays released then
   * (M12).
   */
  readonly reassignedAt: readonly Date[];
};

/** Differences between a commission and its facts, decisions and ledger entries. */
export function commissionDifferences(of: CommissionQuestion): Difference[] {
  const { row, history } = of;
  const about = { affiliateId: row.affiliateId, orderId: row.orderId };
  const differences: Difference[] = [];
  const wrong = (what: string | null) => {
    if (what !== null) differences.push(rowDifference("commissions", row.commissionId, what, about));
  };
  wrong(roleFault(row));
  wrong(decisionFault(of));
  wrong(approvalFault(of));
  if (history.fault) {
    const { ledgerEntryId, what } = history.fault;
    differences.push(rowDifference("ledger_entries", ledgerEntryId, what, about));
  }
  const posted = history.posted.pendingMinor + history.posted.payableMinor;
  const standing = row.decision === "denied" ? 0n : of.currentMinor;
  if (standing !== posted) {
    const amounts = { current: String(standing), posted: String(posted) };
    const { commissionId, currency } = row;
    differences.push({ kind: "commission", commissionId, currency, ...about, ...amounts });
  }
  wrong(releaseFault(of));
  wrong(unapprovedRelease(of));
  wrong(holdFault(of));
  if (history.highestRevision > of.revision) {
    const [table, key] =
      row.kind === "order" ? ["orders", row.orderId ?? ""] : ["commissions", row.commissionId];
    const what = `is at revision ${of.revision}, and ${history.highestRevision} is posted`;
    differences.push(rowDifference(table, key, what, about));
  }
  return differences;
}

/** The role identifies a commission among those of an order and affiliate (M3, M13). */
function roleFault({ kind, role, bonusKey, commissionId }: CommissionRow): string | null {
  const follows = { order: "affiliate", bonus: bonusKey, manual: commissionId }[kind];
  return role === follows ? null : `has the role ${role}, and ${follows} follows`;
}

function decisionFault({ row, decisions }: CommissionCase): string | null {
  const decided = decidedBy(decisions);
  return decided === row.decision
    ? null
    : `is ${row.decision ?? "undecided"}, its decisions say ${decided ?? "nothing"}`;
}

/** The frozen terms decide who approves (M11). */
function approvalFault({ row, terms }: CommissionCase): string | null {
  if (terms === null || row.approval === terms.approval) return null;
  return `has ${row.approval} approval, its terms say ${terms.approval}`;
}

/**
 * With manual approval, a commission is released by an approval, or was released for its former affiliate
 * (M11).
 */
function unapprovedRelease({ terms, history, decisions, reassignedAt }: CommissionQuestion): string | null {
  if (terms?.approval !== "manual") return null;
  const unapproved = history.releases.find(({ happenedAt }) => {
    const isAtOnce = (at: Date) => at.getTime() === happenedAt.getTime();
    const isApproved = decisions.some((one) => one.kind === "approved" && isAtOnce(one.at));
    const before = decisions.findLast((one) => one.at < happenedAt);
    return !isApproved && before?.kind !== "approved" && !reassignedAt.some(isAtOnce);
  });
  return unapproved
    ? `was released at ${unapproved.recordedAt.toISOString()}, and nobody had approved it`
    : null;
}

/**
 * A commission is released if nothing was earned after its last release, or if nothing was pending (M11). A
 * reopened bonus waits again, even while its count is not reached and it earns nothing (M13).
 */
function releaseFault(of: CommissionCase): string | null {
  const { row, history } = of;
  const kept = row.releasedAt?.toISOString() ?? null;
  const posted = history.releasedAt?.toISOString() ?? null;
  if (kept === posted) return null;
  if (posted === null && history.posted.pendingMinor === 0n) return null;
  if (kept === null && isReopenedAtNothing(of)) return null;
  return `is released at ${kept ?? "no time"}, its transfers say ${posted ?? "not"}`;
}

function isReopenedAtNothing({ row, history, decisions }: CommissionCase): boolean {
  const { pendingMinor, payableMinor } = history.posted;
  if (row.kind !== "bonus" || pendingMinor + payableMinor !== 0n) return false;
  return decisions.some((one) => one.kind === "reopened");
}

/**
 * The approval period ends by the facts, a number of days after an amount was earned again, or when a person
 * ends it (M11). It does not matter if nothing is pending.
 */
function holdFault({ row, history, decisions, ...of }: CommissionQuestion): string | null {
  if (row.releasedAt !== null || history.posted.pendingMinor === 0n) return null;
  const ends = [...of.holdEndsMs, ...holdEndsOf({ history, decisions }, of.approvalDays)];
  if (ends.includes(row.approvesAt?.getTime() ?? null)) return null;
  const said = ends.map((one) => (one === null ? "not begun" : new Date(one).toISOString()));
  return `is on hold until ${row.approvesAt?.toISOString() ?? "no time"}, what is known says ${said.join(" or ")}`;
}

/** Ends of approval periods that began again or that a person ended, in epoch milliseconds. */
function holdEndsOf(
  { history, decisions }: Pick<CommissionCase, "history" | "decisions">,
  approvalDays: number,
): number[] {
  return [
    ...history.earnedAt.map((at) => approvesAtMs(at.toISOString(), approvalDays)),
    ...decisions.flatMap(({ kind, at }) => {
      if (kind === "approved") return at.getTime();
      return kind === "reopened" ? approvesAtMs(at.toISOString(), approvalDays) : [];
    }),
  ];
}

type CountedColumns = Readonly<Record<string, unknown>>;
type CountedRows = readonly CountedColumns[];

/** Figures and dimensions in `orders.counted` that do not follow from the order. */
function countedFaults(kept: CountedColumns, order: OrderToCount, timeZone: string): string[] {
  const counted = countOrder(order, timeZone);
  const keptRows = "rows" in kept ? (kept["rows"] as CountedRows) : [];
  const faults: string[] = [];
  if (!isSameRows(keptRows, toPlain(counted.rows) as CountedRows)) {
    faults.push("counts other figures than follow");
  }
  const values = orderValues(order);
  const dimensions = countDimensions(order, { counted, values, timeZone });
  const follows = plainDimensions(dimensions);
  const said = readDimensions(kept);
  const isSame =
    said === null || dimensions === null
      ? said === null && dimensions === null
      : isSameValues(said.values, { ...values, link: countedLinkOf(kept)?.linkId ?? "" }) &&
        isSameRows(
          (kept["dimensions"] as { products: CountedRows }).products,
          follows["products"] as CountedRows,
        );
  return isSame ? faults : [...faults, "counts for other dimensions than follow"];
}

/** A value beyond the limit of values was counted as `otherValue`. */
function isSameValues(kept: OrderValues, follows: OrderValues): boolean {
  const free: readonly string[] = freeDimensions;
  return Object.entries(follows).every(([dimension, value]) => {
    const said = kept[dimension as keyof OrderValues];
    return said === value || (free.includes(dimension) && value !== "" && said === otherValue);
  });
}

/** Days may differ by one, because the order was counted in the shop's time zone at that time. */
function isSameRows(kept: CountedRows, follows: CountedRows): boolean {
  return (
    kept.length === follows.length &&
    kept.every((row, place) => {
      const other = follows[place] ?? {};
      if (Object.keys(row).length !== Object.keys(other).length) return false;
      return Object.entries(row).every(([name, value]) =>
        name === "day" ? isNextTo(String(value), String(other[name])) : value === other[name],
      );
    })
  );
}

const dayMs = 86_400_000;

/** True for days that differ only by the time zone. */
function isNextTo(day: string, other: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(other)) <= dayMs;
}
