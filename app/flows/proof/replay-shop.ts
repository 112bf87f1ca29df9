import {
  type Evidence,
  isClick,
  rulesOfVersion,
  type RulesVersion,
  type Winner,
} from "#app/domain/attribution.ts";
import { isStillReached } from "#app/domain/bonus.ts";
import { evaluate } from "#app/domain/commission.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { noProgress } from "#app/domain/inputs.ts";
import { compareInstants } from "#app/domain/instant.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import {
  adjustmentEntry,
  type EntryDraft,
  entryOfBalanceEntry,
  entriesForDifference,
  releaseEntries,
} from "#app/domain/ledger/entries.ts";
import { netSalesOf } from "#app/domain/charges.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { JudgingVersion } from "#app/domain/program.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { belongsToPreviousApp } from "#app/domain/shadow/shadow-mode.ts";
import { needsOf, needsProgress } from "#app/domain/terms/pay.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { changeCommissions } from "#app/flows/settlement/change-commissions.ts";
import {
  decideAttribution,
  findStandings,
  type KeptAttribution,
  readAttributions,
  type CreditReassignment,
  reassignedTo,
  type Standings,
  storedInputs,
} from "#app/flows/settlement/credit-orders.ts";
import { releaseBalance, takeBack } from "#app/domain/imports/imported-balance.ts";
import { findBalances, type ImportedBalance } from "#app/store/imported-balances.ts";
import { importedOrdersAmong } from "#app/store/file-imports.ts";
import { findEvidence } from "#app/flows/settlement/find-evidence.ts";
import { inWritableSnapshot, type Tx } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders, insertCommissions } from "#app/store/commissions.ts";
import { type DecisionRow, decisionsAbout } from "#app/store/decisions.ts";
import { evidenceSources } from "#app/store/evidence.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { type Posting, postEntries } from "#app/store/ledger.ts";
import { listOrderRows, type OrderCursor } from "#app/store/order-list.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { findShadow } from "#app/store/shadow.ts";
import {
  balancesUnlike,
  commissionsUnlike,
  dropScratch,
  inScratch,
  createScratch,
} from "#app/store/scratch.ts";
import {
  adjustmentsAfter,
  balanceEntriesAfter,
  commissionsOtherCommissions,
} from "#app/store/verification-ledger.ts";
import { bonusOf, type CommissionCase, commissionCases, decidedBy } from "./commission-cases.ts";

type Replay = {
  readonly orders: number;
  readonly commissions: number;
  readonly differences: readonly Difference[];
};

type ReplayOptions = {
  /** The schema where commissions are rebuilt. It is created. */
  readonly schema: string;
  /** Keeps the schema for inspection. */
  readonly keep: boolean;
  readonly now: Date;
};

const ordersAtOnce = 500;

/**
 * Rebuilds the commissions of a shop into tables of their own, from facts, clicks, codes, terms, decisions and
 * stored inputs alone and with the live functions, and compares them with the books. Reads one snapshot. The
 * books do not change.
 */
export async function replayShop(shopId: ShopId, { schema, keep, now }: ReplayOptions): Promise<Replay> {
  return inWritableSnapshot(async (tx) => {
    await createScratch(tx, schema);
    const replaying = { tx, shopId, schema, now };
    const sold: SalesByPair = new Map();
    const ofOrders = await replayOrders(replaying, sold);
    const beside = await replayAdditions(replaying, sold);
    await replayAdjustments(replaying);
    await replayBalanceEntries(replaying);
    const differences = await findDifferences(replaying);
    if (!keep) await dropScratch(tx, schema);
    return { ...ofOrders, commissions: ofOrders.commissions + beside, differences };
  });
}

type RunningReplay = {
  readonly tx: Tx;
  readonly shopId: ShopId;
  readonly schema: string;
  readonly now: Date;
};

/** Lifetime sales, by affiliate, program and currency. Bonuses count them (T11). */
type SalesByPair = Map<string, { orders: number; salesMinor: bigint }>;

async function replayOrders(replaying: RunningReplay, sold: SalesByPair) {
  const { tx, shopId, now } = replaying;
  let [orders, commissions] = [0, 0];
  let after: OrderCursor | undefined;
  for (;;) {
    const rows = await listOrderRows(tx, shopId, { filter: {}, limit: ordersAtOnce, after });
    const last = rows.at(-1);
    if (!last) return { orders, commissions };
    const rebuilt = (await orderSources(tx, shopId, rows)).map((source) => {
      if (source === null) return { rows: [], postings: [] };
      if ("waiting" in source) return rebuildAsPosted(source.waiting);
      const { winner, ...made } = rebuildOrder(source, shopId, now);
      if (winner) addSale(sold, { ...winner, facts: source.facts });
      return made;
    });
    commissions += await insertRebuilt(replaying, rebuilt);
    orders += rows.length;
    after = { placedAt: last.placedAt, orderId: last.orderId };
  }
}

type ReplayedSale = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly facts: OrderFacts;
};

function addSale(sold: SalesByPair, { facts, ...pair }: ReplayedSale): void {
  if (facts.test) return;
  const key = soldKey({ ...pair, currency: facts.currency });
  const known = sold.get(key) ?? { orders: 0, salesMinor: 0n };
  const { remainingMinor } = netSalesOf(facts);
  sold.set(key, {
    orders: known.orders + (remainingMinor > 0n ? 1 : 0),
    salesMinor: known.salesMinor + remainingMinor,
  });
}

function soldKey(of: { affiliateId: AffiliateId; programId: ProgramId; currency: string }): string {
  return `${of.affiliateId} ${of.programId} ${of.currency}`;
}

/** Replays bonuses and manual commissions as they were created, with amounts from sales and decisions. */
async function replayAdditions(replaying: RunningReplay, sold: SalesByPair): Promise<number> {
  const { tx, shopId } = replaying;
  let commissions = 0;
  let after = "";
  for (;;) {
    const rows = await commissionsOtherCommissions(tx, shopId, { after, limit: ordersAtOnce });
    const last = rows.at(-1);
    if (!last) return commissions;
    const rebuilt = (await commissionCases(tx, shopId, rows)).map((one) => {
      const bonus = one.row.kind === "bonus" ? bonusOf(one.row, one.terms) : null;
      const reached = sold.get(soldKey(one.row)) ?? { orders: 0, salesMinor: 0n };
      const isDue = bonus === null || isStillReached(bonus, reached, one.row.currency);
      return rebuildAt(one, additionAmount(one, isDue));
    });
    commissions += await insertRebuilt(replaying, rebuilt);
    after = last.commissionId;
  }
}

/** A released bonus stays (M13). One that was worth nothing at its release stays at nothing. */
function additionAmount({ row, history, decisions }: CommissionCase, isDue: boolean): bigint {
  if (decidedBy(decisions) === "denied") return 0n;
  const { amountMinor } = fromPlain<{ amountMinor: bigint }>(row.inputs);
  if (row.kind === "manual") return amountMinor;
  const { pendingMinor, payableMinor } = history.posted;
  const stays = row.releasedAt === null ? isDue : pendingMinor + payableMinor !== 0n;
  return stays ? amountMinor : 0n;
}

async function replayAdjustments(replaying: RunningReplay): Promise<void> {
  const { tx, shopId } = replaying;
  let after = "";
  for (;;) {
    const rows = await adjustmentsAfter(tx, shopId, { after, limit: ordersAtOnce });
    const last = rows.at(-1);
    if (!last) return;
    const postings = rows.map((row) => ({ ...adjustmentEntry(row), happenedAt: row.at }));
    await insertRebuilt(replaying, [{ rows: [], postings }]);
    after = last.adjustmentId;
  }
}

async function replayBalanceEntries(replaying: RunningReplay): Promise<void> {
  const { tx, shopId } = replaying;
  let after = "";
  for (;;) {
    const rows = await balanceEntriesAfter(tx, shopId, { after, limit: ordersAtOnce });
    const last = rows.at(-1);
    if (!last) return;
    const imported = await findBalances(
      tx,
      shopId,
      rows.map(({ entryId }) => entryId),
    );
    const postings = rows.flatMap((row) => {
      const later = laterEntries(imported.get(row.entryId));
      return [entryOfBalanceEntry(row), ...later].map((entry) => ({ ...entry, happenedAt: row.at }));
    });
    await insertRebuilt(replaying, [{ rows: [], postings }]);
    after = last.entryId;
  }
}

/** What became of an imported balance: the part that was taken back, and the release of the rest. */
function laterEntries(balance: ImportedBalance | undefined): EntryDraft[] {
  if (!balance) return [];
  const { openedMinor, currentMinor, releasesAt, releasedAt } = balance;
  const opened = { ...balance, currentMinor: openedMinor, revision: 1, isAvailable: releasesAt === null };
  const back = openedMinor === currentMinor ? null : takeBack(opened, openedMinor - currentMinor);
  const left = { ...opened, currentMinor, revision: back?.revision ?? 1 };
  const isReleased = releasedAt !== null && currentMinor !== 0n;
  return [...(back ? [back.entry] : []), ...(isReleased ? [releaseBalance(left).entry] : [])];
}

async function insertRebuilt(
  { tx, shopId, schema, now }: RunningReplay,
  rebuilt: readonly RebuiltCommissions[],
): Promise<number> {
  const rows: CommissionRow[] = rebuilt.flatMap((one) => one.rows);
  const postings: Posting[] = rebuilt.flatMap((one) => one.postings);
  await inScratch(tx, schema, async () => {
    await insertCommissions(tx, rows);
    await postEntries(tx, shopId, postings, now);
  });
  return rows.length;
}

async function findDifferences({ tx, shopId, schema }: RunningReplay): Promise<Difference[]> {
  const commissions = await commissionsUnlike(tx, shopId, schema);
  const balances = await balancesUnlike(tx, shopId, schema);
  return [
    ...commissions.map(({ id, order, affiliate, kept, rebuilt }) => {
      const of = { affiliateId: affiliate, orderId: order };
      if (kept === null) return rowDifference("orders", order ?? "", `has no commission with ${rebuilt}`, of);
      return rowDifference("commissions", id, `has ${kept}, replayed is ${rebuilt ?? "none"}`, of);
    }),
    ...balances.map(({ affiliate, ...one }) => ({
      kind: "balance" as const,
      affiliateId: affiliate,
      ...one,
    })),
  ];
}

/** An order that still waits for data from Shopify. Its commissions stay as they are. */
type WaitingOrder = { readonly waiting: readonly CommissionCase[] };

type Reassignment = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly version: number;
};

/**
 * The sources from which these orders' commissions are rebuilt, in the order of the rows. Null if nothing is
 * decided yet.
 */
async function orderSources(
  tx: Tx,
  shopId: ShopId,
  rows: readonly OrderRow[],
): Promise<(OrderSource | WaitingOrder | null)[]> {
  const facts = rows.map((row) => readFacts(row.facts));
  const kept = await readAttributions(tx, shopId, rows);
  const sources = await evidenceSources(tx, shopId);
  const found = await findEvidence(tx, shopId, { orders: facts, sources });
  const orderIds = rows.map((row) => row.orderId);
  const own = (await commissionsOfOrders(tx, shopId, orderIds)).filter((one) => one.kind === "order");
  const commissions = Map.groupBy(await commissionCases(tx, shopId, own), (one) => one.row.orderId);
  const decisions = Map.groupBy(await decisionsAbout(tx, shopId, orderIds), (one) => one.subjectId);
  const evidence = rows.map((row, place) => evidenceNow(kept[place] ?? null, found.get(row.orderId) ?? []));
  const affiliateIds = new Set(evidence.flat().map((one) => one.affiliateId));
  const standings = await findStandings(tx, shopId, [...affiliateIds]);
  const versions = await versionsNamedIn(tx, shopId, [...decisions.values()].flat());
  const imported = await importedOrdersAmong(tx, shopId, facts);
  const shadow = await findShadow(tx, shopId);
  return rows.map((row, place) => {
    const cases = commissions.get(row.orderId) ?? [];
    const of = facts[place];
    if (!of || (kept[place] ?? null) === null) return null;
    if (row.reason === ("waiting-for-catalog" satisfies ReasonCode)) return { waiting: cases };
    return {
      facts: of,
      evidence: evidence[place] ?? [],
      rules: rulesOfVersion(sources.versions, kept[place]?.rules.version ?? 0),
      standings: standingsThen(standings, row, of.createdAt),
      reassigned: reassignedBy(decisions.get(row.orderId) ?? [], versions, of.createdAt),
      commissions: cases,
      inputs: kept[place]?.inputs ?? {},
      creditedTo: row.affiliateId,
      // An order that earned here before the import keeps its credit.
      isImported:
        (imported.has(row.orderId) || belongsToPreviousApp(shadow, of.createdAt)) && row.affiliateId === null,
    };
  });
}

/**
 * The order's attribution signals, in the order in which they were found. A click is read again as long as it is kept.
 * A code's affiliate is taken from the order, because the code may have another owner now.
 */
function evidenceNow(kept: KeptAttribution | null, found: readonly Evidence[]): Evidence[] {
  return (kept?.evidence ?? []).map((one) => {
    if (!isClick(one)) return one;
    return found.find((click) => click.kind === one.kind && click.clickId === one.clickId) ?? one;
  });
}

/**
 * Dates the credited affiliate's membership back to the order where it began later: only the last joining of a program
 * is kept, and a credited affiliate was in it.
 */
function standingsThen(standings: Standings, row: OrderRow, createdAt: string): Standings {
  const isLater = (at: string) => compareInstants(at, createdAt) > 0;
  const affiliates = standings.affiliates.map((one) =>
    one.id === row.affiliateId
      ? {
          ...one,
          memberships: one.memberships.map((each) =>
            each.programId === row.programId && isLater(each.joinedAt)
              ? { ...each, joinedAt: createdAt }
              : each,
          ),
        }
      : one,
  );
  return { ...standings, affiliates };
}

/** The terms versions that reassignments name, by `versionId`. */
async function versionsNamedIn(tx: Tx, shopId: ShopId, decisions: readonly DecisionRow[]) {
  const named = decisions
    .filter((one) => one.kind === "reassigned")
    .map((one) => fromPlain<Reassignment>(one.details))
    .map(({ programId, version }) => ({ programId, number: version }));
  return frozenTerms(tx, shopId, named);
}

/** The newest reassignment decides (M12). Only the name and terms of its version are used. */
function reassignedBy(
  decisions: readonly DecisionRow[],
  versions: ReadonlyMap<string, ProgramTerms | null>,
  createdAt: string,
): OrderSource["reassigned"] {
  const newest = decisions.findLast((one) => one.kind === "reassigned");
  if (!newest) return null;
  const { affiliateId, programId, version: number } = fromPlain<Reassignment>(newest.details);
  const id = versionId({ programId, number });
  const terms = versions.get(id);
  if (!terms) throw new Error(`The terms ${id} of the decision ${newest.decisionId} are not there.`);
  const by = { affiliateId, programId, at: newest.at.toISOString(), decisionId: newest.decisionId };
  return { by, version: { id, programId, number, effectiveFrom: createdAt, affiliateId: null, terms } };
}

/** Everything that an order's commissions are rebuilt from, and nothing that was computed from it. */
type OrderSource = {
  readonly facts: OrderFacts;
  /** In the order in which it was found. Clicks are read from their own rows. */
  readonly evidence: readonly Evidence[];
  readonly standings: Standings;
  /** The shop's rules that apply to it. */
  readonly rules: RulesVersion;
  /** A person's reassignment of the credit, and the version that judges then (M12). */
  readonly reassigned: { readonly by: CreditReassignment; readonly version: JudgingVersion } | null;
  /** Used for stored inputs, decisions and releases. The amounts of their ledger entries are not read. */
  readonly commissions: readonly CommissionCase[];
  /** Inputs read from other orders where the order earned nothing, by affiliate (M5). */
  readonly inputs: KeptAttribution["inputs"];
  /** The credited affiliate in the books. Only this shows that signals after a release decided nothing (M19). */
  readonly creditedTo: string | null;
  readonly isImported: boolean;
};

/** Rows and postings of a replay. */
type RebuiltCommissions = { readonly rows: readonly CommissionRow[]; readonly postings: readonly Posting[] };

/** Rebuilds an order's commissions: the credit, the amounts from the stored inputs, and the releases. */
function rebuildOrder(
  source: OrderSource,
  shopId: ShopId,
  now: Date,
): RebuiltCommissions & { readonly winner: Winner | null } {
  const { facts, commissions } = source;
  const attribution = rebuildCredit(source);
  const { winner } = attribution.decided;
  const seeds = commissions.map((one) => seedRow(one, attribution));
  const terms = winner?.version.terms ?? null;
  const inputs = storedInputs({ decided: attribution.decided, inputs: source.inputs }, seeds);
  // Without the inputs from other orders the amount cannot be calculated again.
  if (!inputs && !facts.test && terms && needsProgress(needsOf(terms))) {
    return { rows: seeds, postings: [], winner };
  }
  const { created, postings } = changeCommissions({
    shopId,
    facts,
    factsBefore: null,
    attribution,
    existing: seeds,
    posted: new Map(),
    terms: new Map(),
    now,
    evaluation: evaluate({ terms, facts, attribution: attribution.decided, inputs, progress: noProgress() }),
    revision: 1,
    happenedAt: new Date(facts.updatedAt),
  });
  const released = commissions.flatMap((one) => {
    const earned = postings.filter((posting) => posting.subject.id === one.row.commissionId);
    return releasePostings(
      one,
      earned.reduce((sum, posting) => sum + posting.amountMinor, 0n),
    );
  });
  return { rows: created ? [...seeds, created] : seeds, postings: [...postings, ...released], winner };
}

/** Decides on the signals, or on those before a release if others came after it (M19, M12). */
function rebuildCredit({
  facts,
  evidence,
  standings,
  rules,
  reassigned,
  commissions,
  creditedTo,
  isImported,
}: OrderSource): KeptAttribution {
  const decide = (found: readonly Evidence[]) =>
    decideAttribution({
      facts,
      kept: null,
      found,
      renewal: null,
      standings,
      versions: [rules],
      isReleased: false,
      isImported,
    });
  const all = decide(evidence);
  if (reassigned) return reassignedTo(all, reassigned.version, reassigned.by);
  const wasReleased = commissions.some(({ history }) => history.releases.length > 0);
  if (!wasReleased || (all.decided.winner?.affiliateId ?? null) === creditedTo) return all;
  const earlier = evidence.map((_, place) => decide(evidence.slice(0, place)));
  return earlier.find((one) => one.decided.winner?.affiliateId === creditedTo) ?? all;
}

/** The row as it was created, with the version that judges and the current decision. */
function seedRow({ row, decisions }: CommissionCase, { decided }: KeptAttribution): CommissionRow {
  const { winner } = decided;
  const judged =
    winner?.affiliateId === row.affiliateId
      ? {
          programId: winner.programId,
          programVersion: winner.version.number,
          approval: winner.version.terms.approval,
        }
      : {};
  return { ...row, ...judged, decision: decidedBy(decisions), revision: 0, releasedAt: null };
}

/**
 * The release (M11) at its instant. If the commission earned again afterwards, the amount comes from the books'
 * own entries, because facts do not keep their state at the release.
 */
function releasePostings({ row, history }: CommissionCase, pendingMinor: bigint): Posting[] {
  const happenedAt = history.releases.at(-1)?.recordedAt;
  if (!happenedAt) return [];
  const { payableMinor } = history.posted;
  const isWhole = history.releasedAt !== null || pendingMinor < payableMinor;
  const { commissionId, affiliateId, currency } = row;
  return releaseEntries({
    commissionId,
    affiliateId,
    currency,
    revision: 2,
    posted: { pendingMinor: isWhole ? pendingMinor : payableMinor, payableMinor: 0n },
  }).map((draft) => ({ ...draft, happenedAt }));
}

/** Keeps the current amounts of an order that waits for an answer of Shopify. */
function rebuildAsPosted(commissions: readonly CommissionCase[]): RebuiltCommissions {
  const rebuilt = commissions.map((one) => {
    const { pendingMinor, payableMinor } = one.history.posted;
    return rebuildAt(one, pendingMinor + payableMinor);
  });
  return {
    rows: rebuilt.flatMap((one) => one.rows),
    postings: rebuilt.flatMap((one) => one.postings),
  };
}

/** Rebuilds one commission whose current amount is known: earned, and released if it was. */
function rebuildAt(one: CommissionCase, currentMinor: bigint): RebuiltCommissions {
  const { commissionId, affiliateId, currency, createdAt } = one.row;
  const earned = entriesForDifference({
    commissionId,
    affiliateId,
    currency,
    revision: 1,
    currentMinor,
    posted: { pendingMinor: 0n, payableMinor: 0n },
  }).map((draft) => ({ ...draft, happenedAt: createdAt }));
  const row = { ...one.row, decision: decidedBy(one.decisions), revision: 0, releasedAt: null };
  return { rows: [row], postings: [...earned, ...releasePostings(one, currentMinor)] };
}
