import {
  type AffiliateHistory,
  attribute,
  type Attribution,
  type AttributionRules,
  chooseRules,
  currentEvidence,
  defaultRules,
  type Evidence,
  isSameEvidence,
  joinEvidence,
  noVersion,
  type ProgramHistory,
  reassign,
  type Renewal,
  rulesOfVersion,
  type RulesVersion,
  type Winner,
  withoutTags,
} from "#app/domain/attribution.ts";
import type { AffiliateId, CommissionId, DecisionId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { StoredInputs } from "#app/domain/inputs.ts";
import { compareInstants } from "#app/domain/instant.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { JudgingVersion } from "#app/domain/program.ts";
import type { ReasonCode } from "#app/domain/reasons.ts";
import { needsOf } from "#app/domain/terms/pay.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { evidenceSources } from "#app/store/evidence.ts";
import { importedOrdersAmong } from "#app/store/file-imports.ts";
import { frozenTerms, programHistoryRows, affiliateHistoryRows, versionId } from "#app/store/standings.ts";
import { everReleased } from "#app/store/ledger.ts";
import type { OrderRow } from "#app/store/orders.ts";
import type { ShadowCommission } from "#app/store/shadow.ts";
import { findEvidence, noRenewal, readBoundCustomers, readFirstOrders } from "./find-evidence.ts";
import { readShadowed } from "./read-shadowed.ts";

/** A locked order with its newest facts, which its row may not have yet. */
export type OrderToSettle = {
  readonly row: OrderRow;
  readonly facts: OrderFacts;
  readonly factsBefore: OrderFacts | null;
};

/** An order with everything that decides about it. */
export type CreditedOrder = OrderToSettle & {
  readonly attribution: KeptAttribution;
  /** Its own commissions, without bonuses and manual commissions. */
  readonly existing: readonly CommissionRow[];
  /** Bonuses that the order reached. */
  readonly bonuses: readonly CommissionRow[];
  readonly mustAsk: boolean;
  /** Another system gave the commission. Balances that it left pending follow the order. */
  readonly isImported: boolean;
  /** The credit that the order would have here, if shadow mode leaves it to the previous app (M25). */
  readonly shadow: KeptAttribution | null;
  /** It has a stored shadow commission. */
  readonly isShadowed: boolean;
};

/**
 * Reads the inputs of attribution and decides who is credited, in the order in which the orders were placed.
 */
export async function creditOrders(
  tx: Tx,
  shopId: ShopId,
  orders: readonly OrderToSettle[],
): Promise<{ standings: Standings; judged: CreditedOrder[] }> {
  const rows = orders.map((one) => one.row);
  const facts = orders.map((one) => one.facts);
  const sources = await evidenceSources(tx, shopId);
  const { versions } = sources;
  const imported = await importedOrdersAmong(tx, shopId, facts);
  const { elsewhere, shadowed } = await readShadowed(tx, shopId, facts);
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
  const released = await everReleased(tx, shopId, cases.flatMap(commissionsInQuestion));
  const judged = cases
    .toSorted((a, b) => comparePlacing(a.order, b.order))
    .map(({ order, evidence, ...of }) => {
      const isFirst = of.kept === null;
      const bindings = isFirst ? bound.evidenceFor(order.facts) : [];
      const { renewal, evidence: renewed } = isFirst ? firstOrders.findFor(order.facts) : noRenewal;
      const all = [...evidence, ...bindings, ...renewed];
      const { id } = order.facts;
      const isElsewhere = elsewhere.has(id);
      const isImported = isElsewhere || imported.has(id);
      const shadow = { isElsewhere, stored: shadowed.get(id) ?? null };
      const context = { ...of, evidence: all, renewal, standings, versions, released, isImported, shadow };
      const one = creditOrder(order, context);
      const { winner } = one.attribution.decided;
      if (waitsForPlatform(one)) return one;
      if (winner !== null && !one.facts.test) bound.take(one.facts, winner);
      firstOrders.take(one.facts, winner);
      return one;
    });
  return { standings, judged };
}

/** An affiliate in a program, whose lifetime count may change. */
export type BonusPair = { readonly affiliateId: AffiliateId; readonly programId: ProgramId };

/** Affiliates whose bonuses these orders may move: credited before or now, in programs that have or had bonuses. */
export function bonusPairs(orders: readonly CreditedOrder[], standings: Standings): BonusPair[] {
  const programs = new Map(standings.programs.map((one) => [one.id, one]));
  const mayHave = (programId: ProgramId): boolean =>
    programs.get(programId)?.versions.some((version) => (version.terms?.bonuses.length ?? 0) > 0) ?? true;
  const pairs = new Map<string, BonusPair>();
  const add = (affiliateId: AffiliateId | null, programId: ProgramId | null): void => {
    if (affiliateId === null || programId === null || !mayHave(programId)) return;
    pairs.set(`${affiliateId} ${programId}`, { affiliateId, programId });
  };
  for (const { row, attribution, bonuses } of orders) {
    const { winner } = attribution.decided;
    add(row.affiliateId, row.programId);
    if (winner) add(winner.affiliateId, winner.programId);
    for (const bonus of bonuses) add(bonus.affiliateId, bonus.programId);
  }
  return [...pairs.values()];
}

/** Sorts by time of placing, then by order number. */
function comparePlacing(a: OrderToSettle, b: OrderToSettle): number {
  const order = compareInstants(a.facts.createdAt, b.facts.createdAt);
  if (order !== 0) return order;
  return a.facts.id < b.facts.id ? -1 : 1;
}

/**
 * The order's own commissions, if it has new attribution signals (M19). A released commission may be pending
 * again after an edit or a reopening; then only the ledger shows the release.
 */
function commissionsInQuestion({
  kept,
  evidence,
  own,
}: Pick<OrderContext, "kept" | "evidence" | "own">): CommissionId[] {
  if (kept === null || isSameEvidence(currentEvidence(kept.evidence, evidence), kept.evidence)) return [];
  return own.flatMap((one) => (one.kind === "order" ? [one.commissionId] : []));
}

type OrderContext = {
  readonly kept: KeptAttribution | null;
  readonly evidence: KeptAttribution["evidence"];
  readonly renewal: KeptAttribution["renewal"];
  readonly own: readonly CommissionRow[];
  readonly standings: Standings;
  readonly versions: readonly RulesVersion[];
  /** Commissions of which anything was ever released. */
  readonly released: ReadonlySet<string>;
  readonly isImported: boolean;
  readonly shadow: { readonly isElsewhere: boolean; readonly stored: ShadowCommission | null };
};

/**
 * Decides the credit of one order. An order with an earlier decision keeps it while the platform is asked for
 * the data that a new decision needs; the new signals are found again once the answer has come.
 */
function creditOrder(
  order: OrderToSettle,
  { kept, evidence, own, released, shadow: { isElsewhere, stored }, ...judging }: OrderContext,
): CreditedOrder {
  const { facts } = order;
  const existing = own.filter((one) => one.kind === "order");
  const attribution = decideAttribution({
    facts,
    kept,
    found: evidence,
    ...judging,
    isReleased: existing.some((one) => one.releasedAt !== null || released.has(one.commissionId)),
  });
  const shadow = isElsewhere ? decideShadow({ ...judging, facts, own: attribution, stored }) : null;
  const mustAsk = asksThePlatform(facts, attribution) || (shadow !== null && asksThePlatform(facts, shadow));
  return {
    ...order,
    isImported: judging.isImported,
    shadow,
    isShadowed: stored !== null,
    attribution: mustAsk && kept ? kept : attribution,
    existing,
    bonuses: own.filter((one) => one.kind === "bonus"),
    mustAsk,
  };
}

/**
 * True if the terms or rules need data that no message contains and the platform was not asked yet (T3, M24).
 */
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

/** True if the order can't be decided before the platform has answered. */
export function waitsForPlatform({ facts, attribution, mustAsk, row }: CreditedOrder): boolean {
  return mustAsk && (!("decided" in row.attribution) || asksThePlatform(facts, attribution));
}

type AttributionInput = {
  readonly facts: OrderFacts;
  /** The kept decision, or null. */
  readonly kept: KeptAttribution | null;
  readonly found: readonly Evidence[];
  /** The result of looking for a renewal's first order (M23). Null for other orders. */
  readonly renewal: Renewal | null;
  readonly standings: Standings;
  /** All versions of the shop's rules. */
  readonly versions: readonly RulesVersion[];
  /** After a release, later signals decide nothing (M19). */
  readonly isReleased: boolean;
  /** Another system gave the commission, so the app gives none, unless it did before the import. */
  readonly isImported: boolean;
};

/**
 * Decides who is credited with an order. The rules are those in force when it was created, and the version that
 * first judged it stays (M4). New signals lead to a new decision until the first release; otherwise the
 * decision stays (M19). A person's decision always stays (M12).
 */
export function decideAttribution(input: AttributionInput): KeptAttribution {
  const { kept, found, isReleased, versions } = input;
  const renewal = kept?.renewal ?? input.renewal;
  if (kept === null) {
    const evidence = currentEvidence([], found);
    const { version, rules } = chooseRules(versions, input.facts.createdAt);
    const { newCustomer } = rules;
    const decided = attributeOrder({ ...input, renewal }, evidence, rules);
    const judging = {
      version,
      newCustomer,
      ...(rules.precedence.includes("tag") && { tags: true as const }),
    };
    return { evidence, decided, rules: judging, renewal, reassigned: null, inputs: {} };
  }
  const evidence = evidenceAfter(kept, input);
  const isElsewhere = kept.decided.reason === givenElsewhere;
  const isMoved =
    kept.decided.winner === null && kept.reassigned === null && isElsewhere !== input.isImported;
  if (isSameEvidence(evidence, kept.evidence) && !isMoved) return kept;
  if (isReleased || kept.reassigned !== null) return { ...kept, evidence };
  const decided = attributeOrder(
    { ...input, renewal },
    evidence,
    rulesOfVersion(versions, kept.rules.version).rules,
  );
  const before = kept.decided.winner;
  // A commission keeps the version it was created under, even with more signals for the same affiliate.
  if (!before || decided.winner?.affiliateId !== before.affiliateId) return { ...kept, evidence, decided };
  const winner = { ...before, evidence: decided.winner.evidence };
  return { ...kept, evidence, decided: { ...decided, winner } };
}

/**
 * Signals from tags and notes follow their current text until a person's decision or a release (M24). Those of
 * a redacted customer stay.
 */
function evidenceAfter(kept: KeptAttribution, { facts, found, isReleased }: AttributionInput): Evidence[] {
  const isFixed = isReleased || kept.reassigned !== null || facts.forgotten !== undefined;
  return isFixed ? joinEvidence(kept.evidence, withoutTags(found)) : currentEvidence(kept.evidence, found);
}

type ShadowDecision = Omit<AttributionInput, "kept" | "found" | "renewal" | "isReleased" | "isImported"> & {
  /** The order's own attribution, with all signals and no winner. */
  readonly own: KeptAttribution;
  readonly stored: ShadowCommission | null;
};

/**
 * M25: the credit that an order of the previous app would have here. It is decided anew each time, with the inputs
 * from other orders that its first evaluation read.
 */
function decideShadow({ own, stored, ...judging }: ShadowDecision): KeptAttribution {
  const { evidence: found, renewal } = own;
  const decided = decideAttribution({
    ...judging,
    kept: null,
    found,
    renewal,
    isReleased: false,
    isImported: false,
  });
  return { ...decided, inputs: stored ? fromPlain<KeptAttribution["inputs"]>(stored.inputs) : {} };
}

const givenElsewhere = "previous-app" satisfies ReasonCode;

function attributeOrder(
  { facts, kept, isImported, renewal, standings }: AttributionInput,
  evidence: readonly Evidence[],
  rules: RulesVersion["rules"],
): Attribution {
  if (isImported && !kept?.decided.winner) return { winner: null, reason: givenElsewhere, candidates: [] };
  return attribute({ orderCreatedAt: facts.createdAt, evidence, rules, renewal, ...standings });
}

/** A person's decision on who is credited (M12). */
export type CreditReassignment = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly at: string;
  readonly decisionId: DecisionId;
};

/** The rules version that judged, with settings other than the credit. Version 0 is the defaults. */
type JudgingRules = {
  readonly version: number;
  readonly newCustomer: AttributionRules["newCustomer"];
  /** Codes in tags count (M24), so the platform is asked for the customer's tags. */
  readonly tags?: true;
};

const defaultJudging: JudgingRules = { version: noVersion.version, newCustomer: defaultRules.newCustomer };

/** Value of `orders.attribution`: signals, which are only added to, and the decision on them, or a person's. */
export type KeptAttribution = {
  readonly evidence: readonly Evidence[];
  readonly decided: Attribution;
  readonly rules: JudgingRules;
  readonly reassigned: CreditReassignment | null;
  /** The first order found for a renewal (M23). Null for other orders. */
  readonly renewal: Renewal | null;
  /**
   * Inputs read from other orders at the first evaluation, by affiliate, if it earned nothing. There is no
   * commission that could store them (M5).
   */
  readonly inputs: Readonly<Record<string, StoredInputs>>;
};

type PlainWinner = Omit<Winner, "version"> & {
  readonly version: Omit<JudgingVersion, "terms" | "affiliateId"> & {
    readonly affiliateId?: AffiliateId | null;
  };
};
type PlainKept = {
  readonly evidence: readonly Evidence[];
  readonly decided: Omit<Attribution, "winner"> & { readonly winner: PlainWinner | null };
  readonly rules?: JudgingRules;
  readonly reassigned?: CreditReassignment | null;
  readonly renewal?: Renewal;
  readonly inputs?: Readonly<Record<string, StoredInputs>>;
};

/** The attribution in its stored form. Terms are left out, because their version never changes (M4). */
export function plainAttribution({
  decided,
  inputs,
  rules,
  renewal,
  ...kept
}: KeptAttribution): Record<string, unknown> {
  const { winner } = decided;
  const version = winner && { ...winner.version, terms: undefined };
  const plain = {
    ...kept,
    decided: { ...decided, winner: winner && { ...winner, version } },
    rules: rules.version === defaultJudging.version ? undefined : rules,
    renewal: renewal ?? undefined,
    inputs: Object.keys(inputs).length > 0 ? inputs : undefined,
  };
  return toPlain(plain) as Record<string, unknown>;
}

/**
 * The attributions of rows of one shop, in the order of the rows, with the judging terms. Null if nothing is
 * decided yet.
 */
export async function readAttributions(
  db: Db,
  shopId: ShopId,
  rows: readonly { readonly attribution: Record<string, unknown> }[],
): Promise<(KeptAttribution | null)[]> {
  const plain = rows.map((row) =>
    "decided" in row.attribution ? fromPlain<PlainKept>(row.attribution) : null,
  );
  const versions = plain.flatMap((one) => one?.decided.winner?.version ?? []);
  const terms = await frozenTerms(db, shopId, versions);
  return plain.map((one) => {
    if (one === null) return null;
    const { evidence, decided, reassigned = null, renewal = null, rules = defaultJudging, inputs = {} } = one;
    const { winner } = decided;
    const kept = { evidence, rules, renewal, reassigned, inputs };
    if (winner === null) return { ...kept, decided: { ...decided, winner } };
    const found = terms.get(versionId(winner.version));
    if (!found) throw new Error(`The terms ${versionId(winner.version)} that judged an order are not there.`);
    const version = { ...winner.version, affiliateId: winner.version.affiliateId ?? null, terms: found };
    const judged = { ...decided, winner: { ...winner, version } };
    return { ...kept, decided: judged };
  });
}

/** Inputs that the first evaluation read from other orders for this credit (M5). Null before it. */
export function storedInputs(
  { decided, inputs }: Pick<KeptAttribution, "decided" | "inputs">,
  commissions: readonly Pick<CommissionRow, "kind" | "affiliateId" | "inputs">[],
): StoredInputs | null {
  const affiliateId = decided.winner?.affiliateId;
  const own = commissions.find((one) => one.kind === "order" && one.affiliateId === affiliateId);
  return own ? fromPlain<StoredInputs>(own.inputs) : (inputs[affiliateId ?? ""] ?? null);
}

/**
 * Gives the credit to another affiliate by a person's decision (M12). Signals are still collected, but decide
 * nothing.
 */
export function reassignedTo(
  kept: KeptAttribution,
  version: JudgingVersion,
  reassigned: CreditReassignment,
): KeptAttribution {
  const { affiliateId, programId } = reassigned;
  const decided = reassign(kept.decided, { affiliateId, programId, version });
  return { ...kept, decided, reassigned };
}

export type Standings = {
  readonly affiliates: readonly AffiliateHistory[];
  readonly programs: readonly ProgramHistory[];
};

/**
 * Reads attribution's inputs about affiliates: their statuses and programs over time, and all terms versions,
 * including their custom terms.
 */
export async function findStandings(
  tx: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Standings> {
  const { periods, members } = await affiliateHistoryRows(tx, shopId, affiliateIds);
  const programIds = [...new Set(members.map((one) => one.programId))];
  const programs = await programHistoryRows(tx, shopId, { programIds, affiliateIds });
  const terms = await frozenTerms(tx, shopId, programs.versions);
  return {
    affiliates: affiliateIds.map((id) => ({
      id,
      statuses: statusesOf(periods.filter((one) => one.affiliateId === id)),
      memberships: members
        .filter((one) => one.affiliateId === id)
        .map((one) => ({
          programId: one.programId,
          joinedAt: one.joinedAt.toISOString(),
          leftAt: one.leftAt?.toISOString() ?? null,
        })),
    })),
    programs: programIds.map((id) => ({
      id,
      statuses: statusesOf(programs.periods.filter((one) => one.programId === id)),
      versions: programs.versions
        .filter((one) => one.programId === id)
        .map((one) => ({
          ...one,
          id: versionId(one),
          effectiveFrom: one.effectiveFrom.toISOString(),
          withdrawnAt: one.withdrawnAt?.toISOString() ?? null,
          terms: terms.get(versionId(one)) ?? null,
        })),
    })),
  };
}

function statusesOf<Status extends string>(rows: readonly { status: Status; since: Date }[]) {
  return rows.map((row) => ({ status: row.status, at: row.since.toISOString() }));
}
