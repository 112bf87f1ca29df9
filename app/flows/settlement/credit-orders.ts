import {
  type AffiliateStanding,
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
  type ProgramStanding,
  reassign,
  type Renewal,
  rulesOfVersion,
  type RulesVersion,
  type Winner,
  withoutTags,
} from "#app/domain/attribution.ts";
import type { AffiliateId, CommissionId, DecisionId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { readInputs, type StoredInputs } from "#app/domain/inputs.ts";
import { compareInstants } from "#app/domain/instant.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { JudgingVersion } from "#app/domain/program.ts";
import { needsOf } from "#app/domain/terms/pay.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { evidenceSources } from "#app/store/evidence.ts";
import { frozenTerms, programRowsOf, standingRowsOf, versionId } from "#app/store/standings.ts";
import { everReleased } from "#app/store/ledger.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { findEvidence, noRenewal, readBoundCustomers, readFirstOrders } from "./find-evidence.ts";

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
export async function creditOrders(
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

/** An affiliate in a program, whose lifetime count may change. */
export type BonusPair = { readonly affiliateId: AffiliateId; readonly programId: ProgramId };

/** Affiliates whose bonuses these orders may move: credited before or now, in programs that have or had bonuses. */
export function bonusPairs(orders: readonly Judged[], standings: Standings): BonusPair[] {
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

type AttributionInput = {
  readonly facts: OrderFacts;
  /** What was decided before, or null. */
  readonly kept: KeptAttribution | null;
  readonly found: readonly Evidence[];
  /** M23: the search for a renewal's first order; null for other orders. */
  readonly renewal: Renewal | null;
  readonly standings: Standings;
  /** All versions of the shop's rules. */
  readonly versions: readonly RulesVersion[];
  /** M19: once something was released, later evidence decides nothing. */
  readonly isReleased: boolean;
};

/**
 * Who is credited with an order. M4: the rules are those in force when it was created, and the version that judged it
 * once judges it ever after. M19: evidence that is new decides anew until the first release, and without new evidence
 * the decision stands; M12: what a person decided stands whatever arrives.
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
  if (isSameEvidence(evidence, kept.evidence)) return kept;
  if (isReleased || kept.reassigned !== null) return { ...kept, evidence };
  const decided = attributeOrder(
    { ...input, renewal },
    evidence,
    rulesOfVersion(versions, kept.rules.version).rules,
  );
  const before = kept.decided.winner;
  // A commission names the version it was made under; more evidence for the same affiliate does not change that.
  if (!before || decided.winner?.affiliateId !== before.affiliateId) return { ...kept, evidence, decided };
  const winner = { ...before, evidence: decided.winner.evidence };
  return { ...kept, evidence, decided: { ...decided, winner } };
}

/** M24: what tags and notes say now, until somebody's decision or a release; a forgotten customer's stay as they were. */
function evidenceAfter(kept: KeptAttribution, { facts, found, isReleased }: AttributionInput): Evidence[] {
  const isFixed = isReleased || kept.reassigned !== null || facts.forgotten !== undefined;
  return isFixed ? joinEvidence(kept.evidence, withoutTags(found)) : currentEvidence(kept.evidence, found);
}

function attributeOrder(
  { facts, renewal, standings }: AttributionInput,
  evidence: readonly Evidence[],
  rules: RulesVersion["rules"],
): Attribution {
  return attribute({ orderCreatedAt: facts.createdAt, evidence, rules, renewal, ...standings });
}

/** A person's decision on who is credited (M12). */
export type Reassigned = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly at: string;
  readonly decisionId: DecisionId;
};

/** The version of the shop's rules that judged, and what it says beside who is credited. Version 0 are the defaults. */
type JudgingRules = {
  readonly version: number;
  readonly newCustomer: AttributionRules["newCustomer"];
  /** M24: codes in tags count, so the platform is asked for the customer's. */
  readonly tags?: true;
};

const defaultJudging: JudgingRules = { version: noVersion.version, newCustomer: defaultRules.newCustomer };

/** What `orders.attribution` keeps: the evidence, which only grows, and what was decided on it, or by a person. */
export type KeptAttribution = {
  readonly evidence: readonly Evidence[];
  readonly decided: Attribution;
  readonly rules: JudgingRules;
  readonly reassigned: Reassigned | null;
  /** M23: the first order that was found for a renewal; null for other orders. */
  readonly renewal: Renewal | null;
  /**
   * What was read from other orders at the first evaluation, by affiliate, where it earned nothing, so that there is no
   * commission to keep it (M5).
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
  readonly reassigned?: Reassigned | null;
  readonly renewal?: Renewal;
  readonly inputs?: Readonly<Record<string, unknown>>;
};

/** An attribution as the database holds it: terms stand with their version, which never changes (M4). */
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
 * The attributions of rows of one shop, in their order, with the terms that judge; null where nothing was decided yet.
 * Rows of older versions of the app, which hold the terms themselves, are read alike.
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
    const { decided, reassigned = null, renewal = null, rules = defaultJudging } = one;
    const { winner } = decided;
    const evidence = one.evidence.map(readEvidence);
    const inputs = readInputsByAffiliate(one.inputs ?? {});
    const kept = { evidence, rules, renewal, reassigned, inputs };
    if (winner === null) return { ...kept, decided: { ...decided, winner } };
    const found = terms.get(versionId(winner.version));
    if (!found) throw new Error(`The terms ${versionId(winner.version)} that judged an order are not there.`);
    const version = { ...winner.version, affiliateId: winner.version.affiliateId ?? null, terms: found };
    const judged = { ...decided, winner: { ...winner, version } };
    return { ...kept, decided: judged };
  });
}

/** Older versions of the app knew one parameter of a landing page's address. */
function readEvidence(kept: Evidence): Evidence {
  if (kept.kind !== "landing" || "parameter" in kept) return kept;
  return { ...(kept as Evidence & { kind: "landing" }), parameter: "ref", programId: null, subId: "" };
}

function readInputsByAffiliate(inputs: Readonly<Record<string, unknown>>): Record<string, StoredInputs> {
  return Object.fromEntries(Object.entries(inputs).map(([id, plain]) => [id, readInputs(plain)]));
}

/** M5: what the order that is credited so read from others when it was first evaluated; null before. */
export function storedInputs(
  { decided, inputs }: Pick<KeptAttribution, "decided" | "inputs">,
  commissions: readonly Pick<CommissionRow, "kind" | "affiliateId" | "inputs">[],
): StoredInputs | null {
  const affiliateId = decided.winner?.affiliateId;
  const own = commissions.find((one) => one.kind === "order" && one.affiliateId === affiliateId);
  return own ? readInputs(own.inputs) : (inputs[affiliateId ?? ""] ?? null);
}

/** M12: a person gave the credit to somebody; evidence still grows and decides nothing any more. */
export function reassignedTo(
  kept: KeptAttribution,
  version: JudgingVersion,
  reassigned: Reassigned,
): KeptAttribution {
  const { affiliateId, programId } = reassigned;
  const decided = reassign(kept.decided, { affiliateId, programId, version });
  return { ...kept, decided, reassigned };
}

export type Standings = {
  readonly affiliates: readonly AffiliateStanding[];
  readonly programs: readonly ProgramStanding[];
};

/**
 * What attribution asks about affiliates: their statuses and programs over time, and all versions of the terms, those
 * included that are an affiliate's own.
 */
export async function findStandings(
  tx: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Standings> {
  const { periods, members } = await standingRowsOf(tx, shopId, affiliateIds);
  const programIds = [...new Set(members.map((one) => one.programId))];
  const programs = await programRowsOf(tx, shopId, { programIds, affiliateIds });
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
