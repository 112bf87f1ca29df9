import type { RulesVersion } from "#app/domain/attribution-rules.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import { compareInstants } from "#app/domain/instant.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { needsOf } from "#app/domain/terms/needs.ts";
import { currentEvidence, isSameEvidence } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { evidenceSources } from "#app/store/evidence-sources.ts";
import { everReleased } from "#app/store/ledger.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { decideAttribution } from "./decide-order.ts";
import { findEvidence, noRenewal, readBoundCustomers, readFirstOrders } from "./find-evidence.ts";
import { findStandings, type Standings } from "./find-standings.ts";
import { type KeptAttribution, readAttributions } from "./kept-attribution.ts";

/** A locked order with the newest facts of it, which the row may not show yet. */
export type ToSettle = {
  readonly row: OrderRow;
  readonly facts: OrderFacts;
  readonly factsBefore: OrderFacts | null;
};

/** The same with all that decides about it. */
export type Judged = ToSettle & {
  readonly attribution: KeptAttribution;
  /** Its commissions, bonuses and additions by hand left out. */
  readonly existing: readonly CommissionRow[];
  /** Bonuses that it reached. */
  readonly bonuses: readonly CommissionRow[];
  readonly mustAsk: boolean;
};

/** Finds what decides about orders, and who is credited with them, in the order in which they were placed. */
export async function judgeOrders(
  tx: Tx,
  shopId: ShopId,
  orders: readonly ToSettle[],
): Promise<{ standings: Standings; judged: Judged[] }> {
  const rows = orders.map((one) => one.row);
  const facts = orders.map((one) => one.facts);
  const sources = await evidenceSources(tx, shopId);
  const { versions } = sources;
  const found = await findEvidence(tx, shopId, { orders: facts, sources });
  const kept = await readAttributions(tx, shopId, rows);
  const undecided = facts.filter((_, place) => (kept[place] ?? null) === null);
  const batch = facts.map((one) => one.id);
  const bound = await readBoundCustomers(tx, shopId, { orders: undecided, batch, versions });
  const firstOrders = await readFirstOrders(tx, shopId, { orders: undecided, batch });
  const affiliateIds = new Set([
    ...bound.affiliateIds,
    ...firstOrders.affiliateIds,
    ...[...found.values(), ...kept.map((one) => one?.evidence ?? [])].flat().map((one) => one.affiliateId),
    ...rows.flatMap((row) => row.affiliateId ?? []),
    ...kept.flatMap((one) => one?.decided.winner?.affiliateId ?? []),
  ]);
  const standings = await findStandings(tx, shopId, [...affiliateIds]);
  const commissions = Map.groupBy(
    await commissionsOfOrders(
      tx,
      shopId,
      rows.map((row) => row.orderId),
    ),
    (one) => one.orderId,
  );
  const cases = orders.map((order, place) => {
    const own = commissions.get(order.row.orderId) ?? [];
    const evidence = found.get(order.facts.id) ?? [];
    return { order, kept: kept[place] ?? null, evidence, own };
  });
  const released = await everReleased(tx, shopId, cases.flatMap(inQuestion));
  const judged = cases
    .toSorted((a, b) => byPlacing(a.order, b.order))
    .map(({ order, evidence, ...of }) => {
      const isFirst = of.kept === null;
      const bindings = isFirst ? bound.evidenceFor(order.facts) : [];
      const { renewal, evidence: renewed } = isFirst ? firstOrders.findFor(order.facts) : noRenewal;
      const all = [...evidence, ...bindings, ...renewed];
      const one = judgeOne(order, { ...of, evidence: all, renewal, standings, versions, released });
      const { winner } = one.attribution.decided;
      if (mustWait(one)) return one;
      if (winner !== null && !one.facts.test) bound.take(one.facts, winner);
      firstOrders.take(one.facts, winner);
      return one;
    });
  return { standings, judged };
}

/** As orders were placed; of one instant by their numbers. */
function byPlacing(a: ToSettle, b: ToSettle): number {
  const order = compareInstants(a.facts.createdAt, b.facts.createdAt);
  if (order !== 0) return order;
  return a.facts.id < b.facts.id ? -1 : 1;
}

/**
 * M19: the commissions of an order with new evidence. What was released once may wait again, after an edit or a
 * reopening; then only the books know of the release.
 */
function inQuestion({ kept, evidence, own }: Pick<About, "kept" | "evidence" | "own">): CommissionId[] {
  if (kept === null || isSameEvidence(currentEvidence(kept.evidence, evidence), kept.evidence)) return [];
  return own.flatMap((one) => (one.kind === "order" ? [one.commissionId] : []));
}

type About = {
  readonly kept: KeptAttribution | null;
  readonly evidence: KeptAttribution["evidence"];
  readonly renewal: KeptAttribution["renewal"];
  readonly own: readonly CommissionRow[];
  readonly standings: Standings;
  readonly versions: readonly RulesVersion[];
  /** Commissions of which something was ever released. */
  readonly released: ReadonlySet<string>;
};

/**
 * An order that was decided before stands as it does while the platform is asked for what a new decision needs; the
 * new evidence is found again when the answer came.
 */
function judgeOne(order: ToSettle, { kept, evidence, own, released, ...judging }: About): Judged {
  const existing = own.filter((one) => one.kind === "order");
  const attribution = decideAttribution({
    facts: order.facts,
    kept,
    found: evidence,
    ...judging,
    isReleased: existing.some((one) => one.releasedAt !== null || released.has(one.commissionId)),
  });
  const mustAsk = asksThePlatform(order.facts, attribution);
  return {
    ...order,
    attribution: mustAsk && kept ? kept : attribution,
    existing,
    bonuses: own.filter((one) => one.kind === "bonus"),
    mustAsk,
  };
}

/** T3, M24: whether the terms or rules that judge ask what no message tells, and the platform was not asked yet. */
export function asksThePlatform(facts: OrderFacts, attribution: KeptAttribution): boolean {
  const { winner } = attribution.decided;
  if (facts.catalog !== null || facts.test) return false;
  if (attribution.rules.tags && facts.customerId !== null) return true;
  if (winner === null) return false;
  const needs = needsOf(winner.version.terms);
  const isAsked = attribution.rules.newCustomer === "store";
  const isKnown = !isAsked || facts.customerOrderIndex !== null || facts.customerId === null;
  return needs.catalog || (needs.customerIndex && !isKnown);
}

/** True while nothing can be said of an order because the platform has not told what its terms ask. */
export function mustWait({ facts, attribution, mustAsk, row }: Judged): boolean {
  return mustAsk && (!("decided" in row.attribution) || asksThePlatform(facts, attribution));
}
