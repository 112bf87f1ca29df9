import type { Winner } from "#app/domain/attribution.ts";
import { type Evaluation, evaluate } from "#app/domain/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { netSalesOf } from "#app/domain/net-sales.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { orderHoldEndsAtMs } from "#app/domain/release.ts";
import { noWorth, signalsIn, signalWorth } from "#app/domain/signals.ts";
import { needsOf, needsProgress } from "#app/domain/terms/needs.ts";
import type { Db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { hashOfFacts } from "#app/store/facts-hash.ts";
import { listOrderRows, type OrderCursor } from "#app/store/order-list.ts";
import { type OrderRow } from "#app/store/orders.ts";
import { type CommissionCase, commissionCases } from "./commission-cases.ts";
import { commissionOf, countOrder } from "#app/flows/settlement/count-order.ts";
import { type KeptAttribution, readAttributions, storedInputs } from "#app/flows/settlement/credit-orders.ts";
import { commissionDifferences, holdEndsOf } from "./verify-commission.ts";
import { countedFaults, isNextTo } from "./verify-counted.ts";

type Shop = { readonly shopId: ShopId; readonly timeZone: string };

/** An order with all that was made of it. */
type OrderCase = {
  readonly row: OrderRow;
  readonly facts: OrderFacts;
  readonly kept: KeptAttribution | null;
  /** About the order itself, not its commissions. */
  readonly decisions: readonly DecisionRow[];
  readonly commissions: readonly CommissionCase[];
};

const atOnce = 500;

/**
 * Every order of a shop: what its row keeps beside the facts, and what its commissions stand at, as the one formula
 * says it today. Answers how many orders were checked.
 */
export async function verifyOrders(tx: Db, shop: Shop, found: (one: Difference) => void): Promise<number> {
  let checked = 0;
  let after: OrderCursor | undefined;
  for (;;) {
    const rows = await listOrderRows(tx, shop.shopId, { filter: {}, limit: atOnce, after });
    const last = rows.at(-1);
    if (!last) return checked;
    for (const one of await casesOf(tx, shop.shopId, rows)) {
      for (const difference of orderDifferences(one, shop)) found(difference);
    }
    checked += rows.length;
    after = { placedAt: last.placedAt, orderId: last.orderId };
  }
}

async function casesOf(tx: Db, shopId: ShopId, rows: readonly OrderRow[]): Promise<OrderCase[]> {
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

/** From what an order is made of to what is made of it, so that the first difference is the cause of the others. */
function orderDifferences(of: OrderCase, shop: Shop): Difference[] {
  const { row, kept } = of;
  const wrong = (what: string) =>
    rowDifference("orders", row.orderId, what, { orderId: row.orderId, affiliateId: row.affiliateId });
  const own = [...factFaults(of), ...creditFaults(of)].map(wrong);
  // What an order stands at is left as it was while the platform is asked about its goods.
  if (row.reason === ("waiting-for-catalog" satisfies ReasonCode)) return own;
  if (kept === null) return [...own, ...commissionsOf(of, null)];
  const evaluation = evaluationOf(of, kept);
  if (evaluation === null) return own;
  const outcome = outcomeFaults(of, { kept, evaluation }, shop).map(wrong);
  return [...own, ...commissionsOf(of, evaluation), ...outcome];
}

/**
 * What the one formula says today about the facts, terms and inputs that are kept. Null where it cannot be told: an
 * order that earned nothing under an older version of the app kept nothing of what it had read from others (M5).
 */
function evaluationOf({ facts, commissions }: OrderCase, kept: KeptAttribution): Evaluation | null {
  const terms = kept.decided.winner?.version.terms ?? null;
  const inputs = storedInputs(
    kept,
    commissions.map((one) => one.row),
  );
  if (!inputs && !facts.test && terms && needsProgress(needsOf(terms))) return null;
  return evaluate({ terms, facts, attribution: kept.decided, inputs });
}

/** The columns that repeat the facts, so that lists need not read them. */
function factFaults({ row, facts }: OrderCase): string[] {
  const hash = hashOfFacts(row.facts);
  if (row.factsHash !== "" && row.factsHash !== hash) return ["has other facts than those that were hashed"];
  return differing([
    ["name", row.name, facts.name],
    ["placed_at", row.placedAt.getTime(), Date.parse(facts.createdAt)],
    ["changed_at", row.changedAt.getTime(), Date.parse(facts.updatedAt)],
    ["currency", row.currency, facts.currency],
    ["customer_hash", row.customerHash, facts.customerHash],
    ["net_minor", row.netMinor, netSalesOf(facts).remainingMinor],
  ]);
}

/** The columns that repeat who is credited; a person's decision on it stands in `decisions` too (M12). */
function creditFaults({ row, kept, decisions }: OrderCase): string[] {
  const winner = kept?.decided.winner ?? null;
  const credited = winner
    ? [winner.affiliateId, winner.programId, winner.version.number]
    : [null, null, null];
  const decision = decisions.findLast((one) => one.kind === "reassigned");
  return differing([
    ["affiliate_id", row.affiliateId, credited[0]],
    ["program_id", row.programId, credited[1]],
    ["program_version", row.programVersion, credited[2]],
    ["reassigned by", kept?.reassigned?.decisionId ?? null, decision?.decisionId ?? null],
  ]);
}

/** What should stand for each commission of the order, and that nothing stands without one. */
function commissionsOf(
  { row, facts, kept, commissions, decisions }: OrderCase,
  evaluation: Evaluation | null,
): Difference[] {
  const winner = kept?.decided.winner ?? null;
  const isOwn = (one: CommissionCase) => one.row.affiliateId === winner?.affiliateId;
  const standing = evaluation?.standingMinor ?? 0n;
  const { orderId, currency } = row;
  const missing: Difference[] =
    standing === 0n || commissions.some(isOwn)
      ? []
      : [{ kind: "order", orderId, currency, standing: String(standing), posted: "0" }];
  const differences = commissions.flatMap((one) =>
    commissionDifferences({
      ...one,
      standingMinor: isOwn(one) ? standing : 0n,
      revision: row.revision,
      // Nothing is pending of what is credited to somebody else, so its hold is of no account.
      holdEndsMs: winner && isOwn(one) ? holdsBeside(one, { facts, kept, commissions, winner }) : [],
      holdDays: winner?.version.terms.holdDays ?? 0,
      reassignedAt: decisions.flatMap(({ kind, details, at }) =>
        kind === "reassigned" && details["affiliateId"] === one.row.affiliateId ? [at] : [],
      ),
    }),
  );
  return [...missing, ...differences];
}

type Beside = Pick<OrderCase, "facts" | "kept" | "commissions"> & { readonly winner: Winner };

/** M11, and M12: what was waiting of an order that was given away goes on with the hold that it had. */
function holdsBeside(own: CommissionCase, { facts, kept, commissions, winner }: Beside): (number | null)[] {
  const { terms } = winner.version;
  const others = kept?.reassigned ? commissions.filter((one) => one !== own) : [];
  return [orderHoldEndsAtMs(facts, terms), ...others.flatMap((one) => holdEndsOf(one, terms.holdDays))];
}

/** What the order's row says of the outcome. */
function outcomeFaults(
  { row, facts, commissions }: OrderCase,
  { kept, evaluation }: { kept: KeptAttribution; evaluation: Evaluation },
  { timeZone }: Shop,
): string[] {
  const { winner, reason } = kept.decided;
  const own = commissions.find((one) => one.row.affiliateId === winner?.affiliateId);
  const isDenied = own?.row.decision === "denied";
  const order = { facts, attribution: kept.decided, evaluation, isDenied };
  const faults = differing([
    ["credited", row.credited, winner !== null && !facts.test],
    ["reason", row.reason, evaluation.uncreditedReason ?? reason],
    ["commission_minor", row.commissionMinor, commissionOf(countOrder(order, timeZone))],
  ]);
  if (!isSignalled(row, kept, facts)) faults.push("has other signals than follow");
  return [...faults, ...countedFaults(row.counted, order, timeZone)];
}

/** Older versions of the app did not keep which signals an order carries; the day is that of its zone then. */
function isSignalled(row: OrderRow, kept: KeptAttribution, { test, createdAt }: OrderFacts): boolean {
  const signalDay = row.counted["signalDay"];
  if (signalDay === undefined && row.signals.length === 0) return true;
  if (typeof signalDay === "string" && !isNextTo(signalDay, createdAt.slice(0, 10))) return false;
  const { missedWithout, movedWithout } = test ? noWorth : signalWorth(kept.decided);
  const follows = [signalsIn(kept.evidence), missedWithout, movedWithout];
  return [row.signals, row.missedWithout, row.movedWithout].join("|") === follows.join("|");
}

function differing(columns: readonly (readonly [name: string, kept: unknown, follows: unknown])[]): string[] {
  return columns
    .filter(([, kept, follows]) => kept !== follows)
    .map(([name, kept, follows]) => `has ${name} ${String(kept)}, and ${String(follows)} follows`);
}
