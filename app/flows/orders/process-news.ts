import type { StoredInputs } from "#app/domain/commission.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import { toDecimal } from "#app/domain/money.ts";
import { netSalesOf } from "#app/domain/net-sales.ts";
import { orderIdOf } from "#app/domain/order-news.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { canonicalText, fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { reasonText } from "#app/domain/reasons.ts";
import type { Evidence } from "#app/domain/touch.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import {
  type CommissionRow,
  commissionsOfOrders,
  insertCommissions,
  reopenHold,
} from "#app/store/commissions.ts";
import { addFigures, type FigureChange } from "#app/store/figures.ts";
import { postedOf, type Posting, postTransfers } from "#app/store/ledger.ts";
import { lockOrders, notSeenReason, type OrderRow, type OrderValues, saveOrders } from "#app/store/orders.ts";
import { countedDifference, countOrder } from "./count-order.ts";
import { decideOrder, keptAttribution, plainRecord } from "./decide-order.ts";
import { findEvidence } from "./find-evidence.ts";
import { findStandings, type Standings } from "./find-standings.ts";
import { isSeen, mergeNews, type Message } from "./merge-news.ts";
import { changeCommissions } from "./post-commission.ts";

/** What of a shop decides about its orders. */
export type OrderShop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

export type Outcome = {
  /** What became of it, in a sentence. */
  readonly text: string;
  /** M10: what was heard does not settle the order; the platform has to be asked. */
  readonly mustRefetch: boolean;
};

type Known = { readonly row: OrderRow; readonly facts: OrderFacts; readonly outcome: Outcome };

/** Everything that the orders of one transaction need to know beside their own facts. */
type Surroundings = {
  readonly evidence: ReadonlyMap<string, readonly Evidence[]>;
  readonly standings: Standings;
  readonly commissions: readonly CommissionRow[];
  readonly posted: ReadonlyMap<CommissionId, Posted>;
};

type Written = {
  readonly order: OrderValues;
  readonly created: CommissionRow | null;
  readonly postings: readonly Posting[];
  readonly reopened: readonly { readonly commissionId: CommissionId; readonly holdUntil: Date }[];
  readonly figures: readonly FigureChange[];
};

/**
 * Takes messages about orders of one shop into the books: merges facts, finds who is credited, evaluates, and posts
 * the difference, for many orders with a few statements. All of it or none, with the caller's transaction.
 * Answers the outcome by order.
 */
export async function processNews(
  tx: Tx,
  shop: OrderShop,
  messages: readonly Message[],
  now: Date,
): Promise<Map<string, Outcome>> {
  const byOrder = Map.groupBy(messages, (message) => orderIdOf(message.news));
  const rows = await lockOrders(tx, shop.shopId, {
    orderIds: [...byOrder.keys()],
    currency: shop.currency,
    now,
  });
  const outcomes = new Map<string, Outcome>();
  const changed: Known[] = [];
  for (const [orderId, about] of byOrder) {
    const row = rows.get(orderId);
    if (!row) throw new Error("An order that was just locked is not there.");
    const known = "id" in row.facts ? readFacts(row.facts) : null;
    const { facts, mustRefetch } = mergeNews(known, about, shop.currency);
    const outcome = { text: "Nothing new.", mustRefetch };
    outcomes.set(orderId, outcome);
    if (facts !== null && hashOf(facts) !== row.factsHash) changed.push({ row, facts, outcome });
  }
  const seen = changed.filter((one) => isSeen(one.facts));
  const surroundings = await lookAround(tx, shop.shopId, seen);
  const written: Written[] = [];
  for (const one of changed) {
    const isKnown = isSeen(one.facts);
    const result = isKnown ? settleOrder(shop, one, { surroundings, now }) : keepUnseen(one, now);
    written.push(result);
    outcomes.set(one.facts.id, { ...one.outcome, text: outcomeText(result) });
  }
  await writeAll(tx, shop.shopId, written, now);
  return outcomes;
}

async function lookAround(tx: Tx, shopId: ShopId, orders: readonly Known[]): Promise<Surroundings> {
  const found = await findEvidence(
    tx,
    shopId,
    orders.map((one) => one.facts),
  );
  const kept = orders.flatMap((one) => keptAttribution(one.row.attribution)?.evidence ?? []);
  const affiliateIds = new Set([...[...found.values()].flat(), ...kept].map((one) => one.affiliateId));
  const standings = await findStandings(tx, shopId, [...affiliateIds]);
  const commissions = await commissionsOfOrders(
    tx,
    shopId,
    orders.map((one) => one.facts.id),
  );
  const posted = await postedOf(
    tx,
    shopId,
    commissions.map((one) => one.commissionId),
  );
  return { evidence: found, standings, commissions, posted };
}

function settleOrder(
  shop: OrderShop,
  { row, facts }: Known,
  { surroundings, now }: { surroundings: Surroundings; now: Date },
): Written {
  const existing = surroundings.commissions.filter((one) => one.orderId === facts.id);
  const decision = decideOrder({
    facts,
    kept: keptAttribution(row.attribution),
    found: surroundings.evidence.get(facts.id) ?? [],
    standings: surroundings.standings,
    isReleased: existing.some((one) => one.releasedAt !== null),
    inputsOf: (affiliateId) => {
      const inputs = existing.find((one) => one.affiliateId === affiliateId)?.inputs;
      return inputs ? fromPlain<StoredInputs>(inputs) : null;
    },
  });
  const change = changeCommissions({
    shopId: shop.shopId,
    facts,
    decision,
    existing,
    posted: surroundings.posted,
    revision: row.revision + 1,
    now,
  });
  const { winner, reason } = decision.attribution.decided;
  const counted = countOrder(facts, decision, shop.timeZone);
  return {
    ...change,
    figures: countedDifference(row.counted, counted),
    order: {
      ...factColumns(row, facts, now),
      netMinor: netSalesOf(facts).remainingMinor,
      credited: winner !== null && !facts.test,
      reason: decision.evaluation.uncreditedReason ?? reason,
      affiliateId: winner?.affiliateId ?? null,
      programId: winner?.programId ?? null,
      programVersion: winner?.version.number ?? null,
      attribution: plainRecord(decision.attribution),
      explanation: plainRecord(decision.explanation),
      counted: plainRecord(counted),
      revision: change.postings.length > 0 ? row.revision + 1 : row.revision,
    },
  };
}

/** Only a refund or the deletion was heard of: kept, until the order itself comes. */
function keepUnseen({ row, facts }: Known, now: Date): Written {
  const order = { ...row, facts: plainRecord(facts), factsHash: hashOf(facts), processedAt: now };
  return {
    order: { ...order, reason: notSeenReason },
    created: null,
    postings: [],
    reopened: [],
    figures: [],
  };
}

function factColumns(row: OrderRow, facts: OrderFacts, now: Date) {
  return {
    shopId: row.shopId,
    orderId: row.orderId,
    firstSeenAt: row.firstSeenAt,
    name: facts.name,
    placedAt: new Date(facts.createdAt),
    changedAt: new Date(facts.updatedAt),
    facts: plainRecord(facts),
    factsHash: hashOf(facts),
    currency: facts.currency,
    customerHash: facts.customerHash,
    processedAt: now,
  };
}

async function writeAll(tx: Tx, shopId: ShopId, written: readonly Written[], now: Date): Promise<void> {
  if (written.length === 0) return;
  await saveOrders(
    tx,
    written.map((one) => one.order),
  );
  await insertCommissions(
    tx,
    written.flatMap((one) => (one.created ? [one.created] : [])),
  );
  for (const hold of written.flatMap((one) => one.reopened)) await reopenHold(tx, shopId, hold);
  await postTransfers(
    tx,
    shopId,
    written.flatMap((one) => one.postings),
    now,
  );
  await addFigures(
    tx,
    shopId,
    written.flatMap((one) => one.figures),
    { now },
  );
}

function outcomeText({ order, postings }: Written): string {
  if (order.reason === notSeenReason) return reasonText(notSeenReason);
  const posted = postings
    .map(
      (one) => `${one.code} ${toDecimal({ minor: one.amountMinor, currency: one.currency })} ${one.currency}`,
    )
    .join(", ");
  return `${order.reason}${posted === "" ? "" : `: ${posted}`}`;
}

function hashOf(facts: OrderFacts): string {
  return hashToken(canonicalText(facts));
}
