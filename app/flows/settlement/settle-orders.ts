import { evaluate, ratePartsOf } from "#app/domain/commission.ts";
import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import { noProgress, type Progress, type StoredInputs } from "#app/domain/inputs.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import { netSalesOf, type OrderCharges, orderChargesOf } from "#app/domain/charges.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { toPlain } from "#app/domain/plain.ts";
import { noWorth, signalsIn, signalWorth } from "#app/domain/signals.ts";
import { needsOf, needsProgress } from "#app/domain/terms/pay.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import {
  type CommissionRow,
  insertCommissions,
  raiseCommissionRevisions,
  setApprovals,
} from "#app/store/commissions.ts";
import {
  addDimensions,
  addFigures,
  addSignals,
  admitValues,
  type DimensionChange,
  type FigureChange,
  type SignalChange,
} from "#app/store/figures.ts";
import { hashOfFacts, type OrderValues, saveOrders } from "#app/store/orders.ts";
import { frozenTerms } from "#app/store/standings.ts";
import { postedOf, postEntries, type Posting } from "#app/store/ledger.ts";
import { type NewEvent, recordEvents, withoutKnownTiers } from "#app/store/outbox.ts";
import { tellShop } from "#app/store/page-version.ts";
import type { ShadowCommission } from "#app/store/shadow.ts";
import {
  changeCommissions,
  commissionEvents,
  type CommissionsWritten,
  tierEvents,
} from "./change-commissions.ts";
import {
  countFigures,
  findWinningLinks,
  freeValuesToCount,
  readCounted,
  signalDifference,
} from "./count-order.ts";
import {
  bonusPairs,
  creditOrders,
  type CreditedOrder,
  type KeptAttribution,
  waitsForPlatform,
  plainAttribution,
  storedInputs,
  type OrderToSettle,
} from "./credit-orders.ts";
import {
  type FlaggedOrder,
  type FlaggedCommission,
  flagOrders,
  noFlagging,
  writeFlags,
} from "./flag-orders.ts";
import { followOrders, type OrderWorth } from "./imported-balances.ts";
import { type FirstEvaluation, readProgress, type SettledBefore } from "./read-progress.ts";
import { type BonusesWritten, openBonuses } from "./settle-bonuses.ts";
import { shadowCommission, shadowOrdersAmong, writeShadow } from "./shadow-orders.ts";

/** Settings of a shop that decide about its orders. */
export type OrderShop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

/**
 * `decidedAt` is the instant of postings after a person's decision. Otherwise it is the platform's change of
 * the order.
 */
type SettleOptions = {
  readonly now: Date;
  readonly decidedAt?: Date;
  /** Past orders are being imported, so no events are recorded. */
  readonly isImport?: boolean;
};

/** Reason of an order that waits for the platform's data about its goods. */
const waitingReason = "waiting-for-catalog";

/**
 * Settles locked orders of one shop: decides the credit, evaluates, and posts the difference, for many orders
 * with a few statements. Orders are processed as they were placed, and each sees the changes of those before it
 * (M5). Returns the result by order. Lock order: orders (by the caller), affiliates, commissions, balances,
 * figures.
 */
export async function settleOrders(
  tx: Tx,
  shop: OrderShop,
  orders: readonly OrderToSettle[],
  settling: SettleOptions,
): Promise<Map<string, Settlement>> {
  if (orders.length === 0) return new Map();
  const { standings, judged: found } = await creditOrders(tx, shop.shopId, orders);
  const judged = await flagOrders(tx, shop, found, settling.now);
  const pairs = bonusPairs(judged, standings);
  const shadows = new Map(shadowOrdersAmong(judged).map((one) => [one.facts.id, one]));
  const first = [...judged, ...shadows.values()].flatMap(
    (one) => firstEvaluationOf(one, shop.timeZone) ?? [],
  );
  const affiliateIds = [
    ...first.map((one) => one.winner.affiliateId),
    ...pairs.map((one) => one.affiliateId),
  ];
  await lockAffiliates(tx, shop.shopId, [...new Set(affiliateIds)]);
  const batch = orders.map((one) => one.facts.id);
  const progressOf =
    first.length === 0 ? noProgress : await readProgress(tx, shop.shopId, { orders: first, batch });
  const bonuses =
    pairs.length === 0 ? null : await openBonuses(tx, shop.shopId, { pairs, orders: judged, standings });
  const ids = judged.flatMap((one) => one.existing.map((row) => row.commissionId));
  const posted = await postedOf(tx, shop.shopId, ids);
  const terms = await frozenTerms(tx, shop.shopId, judged.flatMap(versionsOf));
  const linkOf = await findWinningLinks(tx, shop.shopId, judged);
  const known = await admitValues(tx, shop.shopId, judged.flatMap(freeValuesToCount));
  const before: SettledBefore[] = [];
  const settled = new Map<string, Settlement>();
  const shadowed: ShadowCommission[] = [];
  for (const one of judged) {
    const progress = progressOf(one.facts.id, before);
    const shadow = shadows.get(one.facts.id);
    if (shadow) shadowed.push(shadowCommission(shadow, progress, settling.now));
    const settlement = settleOrder(shop, one, { posted, terms, progress, settling, linkOf, known });
    const { winner } = one.attribution.decided;
    before.push({
      facts: one.facts,
      creditedTo: settlement.order.credited ? (winner?.affiliateId ?? null) : null,
      figures: settlement.figures,
    });
    bonuses?.take(one, settlement.figures, settling.now);
    settled.set(one.facts.id, settlement);
  }
  const opened = judged.filter(({ isImported }) => isImported);
  await writeSettlements(tx, shop.shopId, {
    balances: opened.length === 0 ? [] : await followOrders(tx, shop.shopId, opened.map(worthOf)),
    orders: [...settled.values()],
    bonuses: bonuses?.close(settling.decidedAt ?? null, settling.now) ?? noBonuses,
    isImport: settling.isImport ?? false,
    now: settling.now,
  });
  await writeShadow(tx, shop.shopId, judged, shadowed);
  return settled;
}

function worthOf({ facts }: CreditedOrder): OrderWorth {
  const { remainingMinor, soldMinor } = netSalesOf(facts);
  const { id: orderId, name, createdAt } = facts;
  const netMinor = facts.dispute === "lost" ? 0n : remainingMinor;
  return { orderId, name, createdAt, netMinor, soldMinor, happenedAt: new Date(facts.updatedAt) };
}

function firstEvaluationOf(one: CreditedOrder, timeZone: string): FirstEvaluation | null {
  const { facts, row, attribution } = one;
  const { winner } = attribution.decided;
  if (winner === null || facts.test || waitsForPlatform(one)) return null;
  if (storedInputs(attribution, one.existing) !== null) return null;
  const needs = needsOf(winner.version.terms);
  if (!needsProgress(needs)) return null;
  const day = dayIn(timeZone, new Date(facts.createdAt));
  const { newCustomer } = attribution.rules;
  return { facts, day, winner, needs, newCustomer, counted: readCounted(row.counted) };
}

/** Terms versions of the commissions that an order already has. */
function versionsOf({ existing }: CreditedOrder) {
  return existing.map(({ programId, programVersion }) => ({ programId, number: programVersion }));
}

function commissionOfWinner({ attribution, existing }: CreditedOrder): CommissionRow | null {
  const { winner } = attribution.decided;
  return existing.find((one) => one.affiliateId === winner?.affiliateId) ?? null;
}

type SettleContext = {
  readonly posted: ReadonlyMap<CommissionId, Posted>;
  readonly terms: Awaited<ReturnType<typeof frozenTerms>>;
  readonly progress: Progress;
  readonly settling: SettleOptions;
  readonly linkOf: Awaited<ReturnType<typeof findWinningLinks>>;
  readonly known: ReadonlySet<string>;
};

function settleOrder(
  shop: OrderShop,
  one: FlaggedOrder,
  { posted, terms, progress, settling, linkOf, known }: SettleContext,
): Settlement {
  if (waitsForPlatform(one)) return waitingSettlement(one, settling.now);
  const { row, facts, attribution } = one;
  const { decided } = attribution;
  const sold = orderChargesOf(facts);
  const evaluation = evaluate({
    terms: decided.winner?.version.terms ?? null,
    facts,
    sold,
    attribution: decided,
    inputs: storedInputs(attribution, one.existing),
    progress,
  });
  const change = changeCommissions({
    ...one,
    shopId: shop.shopId,
    evaluation,
    posted,
    terms,
    revision: row.revision + 1,
    bornAs: one.flagging.decision,
    happenedAt: settling.decidedAt ?? new Date(facts.updatedAt),
    now: settling.now,
  });
  const mine = change.created ?? commissionOfWinner(one);
  const isDenied = mine?.decision === "denied";
  const day = dayIn(shop.timeZone, new Date(facts.createdAt));
  const credit = creditColumns(one);
  const signals = signalColumns(attribution, facts.test);
  const link = linkOf.get(facts.id) ?? null;
  const { counted, commissionMinor, ...figures } = countFigures(
    { facts, sold, attribution: decided, evaluation, isDenied },
    { before: row.counted, link, known, timeZone: shop.timeZone },
  );
  const reason = evaluation.uncreditedReason ?? decided.reason;
  const told = { postings: change.postings, orderName: facts.name, reason };
  return {
    ...change,
    created: change.created ? [change.created] : [],
    events: [
      ...commissionEvents("commission.created", "earned", {
        ...told,
        commissions: change.created ? [change.created] : [],
        parts: decided.winner ? ratePartsOf(evaluation, decided.winner.version.terms) : [],
      }),
      ...commissionEvents("commission.reversed", "reversed", { ...told, commissions: one.existing }),
      ...(change.created ? tierEvents(one, evaluation.inputs, { figures: figures.figures, day }) : []),
    ],
    ...figures,
    signals: signalDifference(row, { ...signals, credited: credit.credited }, day),
    mustAsk: one.mustAsk,
    flagged: flaggedOf(one, change.created),
    order: {
      ...factColumns(one, sold, settling.now),
      ...credit,
      ...signals,
      commissionMinor,
      reason,
      attribution: plainAttribution(mine ? withoutInputs(one) : withInputs(one, evaluation.inputs)),
      counted: { ...counted, signalDay: day, ...(link && { link }) },
      revision: Math.max(row.revision, ...change.postings.map((posting) => posting.revision)),
    },
  };
}

function flaggedOf({ flagging }: FlaggedOrder, created: CommissionRow | null): FlaggedCommission {
  return { flagging, created: created?.commissionId ?? null };
}

function creditColumns({ facts, attribution }: CreditedOrder) {
  const { winner } = attribution.decided;
  return {
    credited: winner !== null && !facts.test,
    affiliateId: winner?.affiliateId ?? null,
    programId: winner?.programId ?? null,
    programVersion: winner?.version.number ?? null,
  };
}

/** The order's signals, and the signals without which the credit would be lost or go elsewhere. */
function signalColumns({ decided, evidence }: KeptAttribution, test: boolean) {
  const { lostWithout, elsewhereWithout } = test ? noWorth : signalWorth(decided);
  return {
    signals: signalsIn(evidence),
    lostWithout: [...lostWithout],
    elsewhereWithout: [...elsewhereWithout],
  };
}

/**
 * Stores inputs that are read once (M5), also for an order that earned nothing and has no commission to store
 * them.
 */
function withInputs({ facts, attribution }: CreditedOrder, inputs: StoredInputs): KeptAttribution {
  const { winner } = attribution.decided;
  if (winner === null || facts.test) return attribution;
  return { ...attribution, inputs: { ...attribution.inputs, [winner.affiliateId]: inputs } };
}

function withoutInputs({ attribution }: CreditedOrder): KeptAttribution {
  const { [attribution.decided.winner?.affiliateId ?? ""]: _kept, ...inputs } = attribution.inputs;
  return { ...attribution, inputs };
}

function waitingSettlement(one: CreditedOrder, now: Date): Settlement {
  const order = { ...one.row, ...factColumns(one, orderChargesOf(one.facts), now), reason: waitingReason };
  return {
    order,
    created: [],
    events: [],
    postings: [],
    holds: [],
    figures: [],
    dimensions: [],
    signals: [],
    mustAsk: true,
    flagged: { flagging: noFlagging, created: null },
  };
}

/** The hash stays empty while the platform must be asked, so that no later message counts as a repetition. */
function factColumns({ row, facts, mustAsk }: CreditedOrder, sold: OrderCharges, now: Date) {
  return {
    shopId: row.shopId,
    orderId: row.orderId,
    firstSeenAt: row.firstSeenAt,
    name: facts.name,
    placedAt: new Date(facts.createdAt),
    changedAt: new Date(facts.updatedAt),
    facts: toPlain(facts) as Record<string, unknown>,
    factsHash: mustAsk ? "" : hashOf(facts),
    currency: facts.currency,
    netMinor: netSalesOf(facts, sold).remainingMinor,
    customerHash: facts.customerHash,
    processedAt: now,
  };
}

/** Facts never change, and the hash of each order is needed twice. */
const hashes = new WeakMap<OrderFacts, string>();

/** Equal for equal facts. */
export function hashOf(facts: OrderFacts): string {
  const known = hashes.get(facts) ?? hashOfFacts(facts);
  hashes.set(facts, known);
  return known;
}

/** Rows that settling one order writes. */
export type Settlement = CommissionsWritten & {
  readonly order: OrderValues;
  readonly figures: readonly FigureChange[];
  readonly dimensions: readonly DimensionChange[];
  readonly signals: readonly SignalChange[];
  /** The terms need data that only the platform has, so it must be asked before anything is posted. */
  readonly mustAsk: boolean;
  readonly flagged: FlaggedCommission;
  readonly events: readonly NewEvent[];
};

const noBonuses: BonusesWritten = { created: [], postings: [], holds: [], events: [], raised: [] };

/** Writes all settlements with a few statements, in the lock order that all writers use. */
async function writeSettlements(
  tx: Tx,
  shopId: ShopId,
  {
    balances,
    orders,
    bonuses,
    isImport,
    now,
  }: {
    /** Postings of balances from another system that follow these orders. */
    balances: readonly Posting[];
    orders: readonly Settlement[];
    bonuses: BonusesWritten;
    isImport: boolean;
    now: Date;
  },
): Promise<void> {
  const all = [...orders, bonuses];
  await saveOrders(
    tx,
    orders.map((one) => one.order),
  );
  await insertCommissions(
    tx,
    all.flatMap((one) => one.created),
  );
  await raiseCommissionRevisions(tx, shopId, bonuses.raised);
  await setApprovals(
    tx,
    shopId,
    all.flatMap((one) => one.holds),
  );
  await writeFlags(
    tx,
    shopId,
    orders.map((one) => one.flagged),
    now,
  );
  await postEntries(tx, shopId, [...all.flatMap((one) => one.postings), ...balances], now);
  await addFigures(
    tx,
    shopId,
    orders.flatMap((one) => one.figures),
    { now },
  );
  await addSignals(
    tx,
    shopId,
    orders.flatMap((one) => one.signals),
  );
  await addDimensions(
    tx,
    shopId,
    orders.flatMap((one) => one.dimensions),
  );
  // Past orders are no news to anybody.
  if (!isImport) {
    await recordEvents(
      tx,
      shopId,
      await withoutKnownTiers(
        tx,
        shopId,
        all.flatMap((one) => one.events),
      ),
      now,
    );
  }
  await tellShop(tx, shopId);
}
