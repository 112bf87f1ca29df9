import type { AffiliateStatus } from "./affiliate.ts";
import { compareIds } from "./allocate.ts";
import type { AffiliateId, ClaimId, ClickId, ProgramId } from "./ids.ts";
import { compareInstants, epochMs, isNotAfter, msAfterDays, statusAt, type StatusChange } from "./instant.ts";
import { chooseTermsVersion, type JudgingVersion, type ProgramStatus, type TermsVersion } from "./program.ts";
import type { ReasonCode } from "./reasons.ts";
import { referralKey } from "./referral-code.ts";

/** The first order of a renewal, as stored with it (M23). Null if no order fits. */
export type Renewal = { readonly firstOrderId: string | null };

/** The facts about an affiliate that attribution needs: statuses over time, and the programs joined. */
export type AffiliateHistory = {
  readonly id: AffiliateId;
  readonly statuses: readonly StatusChange<AffiliateStatus>[];
  readonly memberships: readonly Membership[];
};

/** `leftAt` is null while the affiliate is in the program. */
type Membership = {
  readonly programId: ProgramId;
  readonly joinedAt: string;
  readonly leftAt: string | null;
};

export type ProgramHistory = {
  readonly id: ProgramId;
  readonly statuses: readonly StatusChange<ProgramStatus>[];
  /** The program's own terms, and the custom terms of the affiliates in question (T12). */
  readonly versions: readonly TermsVersion[];
};

/** Everything that decides who is credited with an order. */
export type AttributionInput = {
  readonly orderCreatedAt: string;
  /** In the order of discovery. Of two equally strong signals of a kind, the first counts. */
  readonly evidence: readonly Evidence[];
  /** In force when the order was created (M4). */
  readonly rules: AttributionRules;
  readonly affiliates: readonly AffiliateHistory[];
  readonly programs: readonly ProgramHistory[];
  /** For a subscription renewal, why it has no signal, if it has none (M23). */
  readonly renewal?: Renewal | null;
};

export type Winner = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  /** The version that judges this order now and in every later refund, edit and cancellation (M4). */
  readonly version: JudgingVersion;
  /** Null if a person gave the credit and no signal points to the affiliate (M12). */
  readonly evidence: Evidence | null;
};

export type Candidate = {
  readonly evidence: Evidence;
  readonly won: boolean;
  /** Reason for which it won or lost. */
  readonly reason: ReasonCode;
  /** The program that it counts in, if one was found. */
  readonly programId: ProgramId | null;
  /** Length in days of the attribution window that judged a click; absent for other signals. */
  readonly windowDays?: number;
};

export type Attribution = {
  readonly winner: Winner | null;
  /**
   * Reason for which the winner won. Without a winner, why the strongest signal failed, or that there was
   * none.
   */
  readonly reason: ReasonCode;
  /** All signals, strongest first. */
  readonly candidates: readonly Candidate[];
};

/**
 * Decides who is credited with an order: the strongest valid signal by the shop's precedence, and of several
 * clicks the last or the first. A signal is valid if it came before the order (M19) and within the
 * attribution window, from an affiliate and in a program that were active when the order was created (M20).
 * @throws InstantFormatError
 */
export function attribute(input: AttributionInput): Attribution {
  const { precedence, touch } = input.rules;
  const strength = (kind: EvidenceKind) => strengthIn(precedence, kind);
  const carried = new Set(input.evidence.flatMap((one) => (one.kind === "click" ? [one.clickId] : [])));
  const judged = input.evidence
    .map((evidence) => withoutPixelCopy(assessSignal(evidence, input), carried))
    .toSorted((a, b) => {
      const kinds = strength(a.evidence.kind) - strength(b.evidence.kind);
      return kinds === 0 ? byTouch(a.evidence, b.evidence, touch) : kinds;
    });
  const winning = judged.find((one) => one.version !== null);
  const winner = winning === undefined ? null : winnerOf(winning);
  const candidates = judged.map((one) => ({
    evidence: one.evidence,
    won: one === winning,
    reason: one.version === null ? one.reason : losingReason(one, winning ?? one, touch),
    programId: one.programId,
    ...(one.windowDays !== undefined && { windowDays: one.windowDays }),
  }));
  // The reason of the carried click is more useful than the one of the pixel's copy.
  const strongest = candidates.find((one) => one.reason !== "carried-too");
  const reason =
    candidates.find((one) => one.won)?.reason ?? strongest?.reason ?? reasonOfNone(input.renewal);
  return { winner, reason, candidates };
}

function reasonOfNone(renewal: AttributionInput["renewal"]): ReasonCode {
  if (!renewal) return "no-evidence";
  return renewal.firstOrderId === null ? "no-first-order" : "first-order-not-credited";
}

/** True if the candidate would have been credited without a stronger one. */
export function couldWin({ won, reason }: Pick<Candidate, "won" | "reason">): boolean {
  return won || creditableReasons.has(reason);
}

/** `version` is null when the signal is not valid; `reason` says why. */
type SignalAssessment = {
  readonly evidence: Evidence;
  readonly programId: ProgramId | null;
  readonly version: JudgingVersion | null;
  readonly reason: ReasonCode;
  /** Only for a click that was checked against an attribution window. */
  readonly windowDays?: number;
};

function assessSignal(evidence: Evidence, input: AttributionInput): SignalAssessment {
  const { orderCreatedAt, rules } = input;
  const fail = (reason: ReasonCode, programId: ProgramId | null = null): SignalAssessment => {
    return { evidence, programId, version: null, reason };
  };
  if (!rules.precedence.includes(evidence.kind)) return fail("signal-off");
  const affiliate = input.affiliates.find((one) => one.id === evidence.affiliateId);
  if (affiliate === undefined) return fail("affiliate-unknown");
  if (evidence.at !== null && !isNotAfter(evidence.at, orderCreatedAt)) return fail("after-order");
  if (statusAt(affiliate.statuses, orderCreatedAt) !== "active") return fail("affiliate-not-active");
  const chosen = chooseProgram(evidence, affiliate, input);
  if (typeof chosen === "string") return fail(chosen);
  if (chosen.version === null) return fail(chosen.reason, chosen.programId);
  if (!isClick(evidence)) return { evidence, ...chosen };
  const windowDays = chosen.version.terms.windowDays;
  const isPassed = msAfterDays(evidence.at, windowDays) < epochMs(orderCreatedAt);
  return { ...(isPassed ? fail("window-passed", chosen.programId) : { evidence, ...chosen }), windowDays };
}

/**
 * A click that the order carries counts as such, so the pixel's event about the same click decides nothing.
 */
function withoutPixelCopy(one: SignalAssessment, carried: ReadonlySet<ClickId>): SignalAssessment {
  const { evidence, version } = one;
  if (version === null || evidence.kind !== "pixel" || !carried.has(evidence.clickId)) return one;
  return { ...one, version: null, reason: "carried-too" };
}

type ChosenProgram = Pick<SignalAssessment, "programId" | "version" | "reason">;

/** Chooses the program joined first that can pay. A link of a program counts in that program only. */
function chooseProgram(
  evidence: Evidence,
  affiliate: AffiliateHistory,
  input: AttributionInput,
): ChosenProgram | ReasonCode {
  const only = "programId" in evidence ? evidence.programId : null;
  const standings = affiliate.memberships
    .filter((one) => (only === null || one.programId === only) && isMember(one, input.orderCreatedAt))
    .toSorted(byJoining)
    .map((one) => statusAtOrder(one.programId, affiliate.id, input));
  return standings.find((one) => one.version !== null) ?? standings[0] ?? "no-program";
}

function isMember(membership: Membership, instant: string): boolean {
  if (!isNotAfter(membership.joinedAt, instant)) return false;
  return membership.leftAt === null || !isNotAfter(membership.leftAt, instant);
}

function byJoining(a: Membership, b: Membership): number {
  const order = compareInstants(a.joinedAt, b.joinedAt);
  return order === 0 ? compareIds(a.programId, b.programId) : order;
}

function statusAtOrder(
  programId: ProgramId,
  affiliateId: AffiliateId,
  input: AttributionInput,
): ChosenProgram {
  const program = input.programs.find((one) => one.id === programId);
  const isActive = program !== undefined && statusAt(program.statuses, input.orderCreatedAt) === "active";
  if (!isActive) return { programId, version: null, reason: "program-not-active" };
  return {
    programId,
    version: chooseTermsVersion(program.versions, affiliateId, input.orderCreatedAt),
    reason: "no-terms",
  };
}

/** Kinds that are switched off come after all others. */
function strengthIn(precedence: readonly EvidenceKind[], kind: EvidenceKind): number {
  const place = precedence.indexOf(kind);
  return place === -1 ? precedence.length + evidenceKinds.indexOf(kind) : place;
}

/** Orders clicks by the shop's choice of first or last. Other signals keep their order. */
function byTouch(a: Evidence, b: Evidence, touch: AttributionRules["touch"]): number {
  if (!isClick(a) || !isClick(b)) return 0;
  const order = compareInstants(a.at, b.at);
  const oldestFirst = order === 0 ? compareIds(a.clickId, b.clickId) : order;
  return touch === "first" ? oldestFirst : -oldestFirst;
}

const winningReasons = {
  code: "won-by-code",
  customer: "won-by-customer",
  click: "won-by-click",
  landing: "won-by-landing",
  pixel: "won-by-pixel",
  product: "won-by-product",
  claim: "won-by-claim",
  renewal: "won-by-renewal",
  tag: "won-by-tag",
} as const satisfies Record<EvidenceKind, ReasonCode>;

const losingReasons = {
  code: "another-code",
  customer: "another-binding",
  landing: "another-landing",
  product: "another-product",
  claim: "another-claim",
  renewal: "another-first-order",
  tag: "another-tag",
} as const satisfies Record<Exclude<EvidenceKind, ClickEvidence["kind"]>, ReasonCode>;

/** Reasons of valid signals that were not the strongest. */
const creditableReasons: ReadonlySet<ReasonCode> = new Set([
  "outranked",
  "later-click",
  "earlier-click",
  "given-away",
  ...Object.values(losingReasons),
]);

function losingReason(
  one: SignalAssessment,
  winning: SignalAssessment,
  touch: AttributionRules["touch"],
): ReasonCode {
  const { evidence } = one;
  if (one === winning) return winningReasons[evidence.kind];
  if (evidence.kind !== winning.evidence.kind) return "outranked";
  if (!isClick(evidence)) return losingReasons[evidence.kind];
  return touch === "first" ? "earlier-click" : "later-click";
}

function winnerOf(winning: SignalAssessment): Winner | null {
  const { evidence, programId, version } = winning;
  if (programId === null || version === null) return null;
  return { affiliateId: evidence.affiliateId, programId, version, evidence };
}

/**
 * M12: the attribution after a person gave the credit to somebody. The previous winner lost to the decision.
 * Other candidates keep their reasons.
 */
export function reassign(
  attribution: Attribution,
  to: Pick<Winner, "affiliateId" | "programId" | "version">,
): Attribution {
  const won = attribution.candidates.find((one) => one.won);
  const evidence = won?.evidence.affiliateId === to.affiliateId ? won.evidence : null;
  return {
    winner: { ...to, evidence },
    reason: "reassigned",
    candidates: attribution.candidates.map((one) =>
      one.won && evidence === null ? { ...one, won: false, reason: "given-away" as const } : one,
    ),
  };
}

/** Fields of every kind of evidence. */
type SignalFields<Kind extends string, At extends string | null> = {
  readonly kind: Kind;
  readonly affiliateId: AffiliateId;
  /** When it happened or began. Null for signals that came with the order itself. */
  readonly at: At;
};

/** Fields of signals from a link. */
type LinkSignalFields = {
  /** The link's program, if the link belongs to one. */
  readonly programId: ProgramId | null;
  /** Sub-id that the affiliate appended to the link; '' for none. */
  readonly subId: string;
};

/** Attribution signal of an order, once the store has found its affiliate. */
export type Evidence =
  /** `at` is when the code became the affiliate's. Orders placed earlier are not theirs (M19). */
  | (SignalFields<"code", string> & {
      /** As the shopper entered it. */
      readonly code: string;
    })
  /** A signed click that the order carries, in a cart attribute or the address of the landing page. */
  | (SignalFields<"click", string> & LinkSignalFields & { readonly clickId: ClickId })
  /**
   * A signed click that the web pixel saw at checkout. It counts when the order does not carry the same click.
   */
  | (SignalFields<"pixel", string> & LinkSignalFields & { readonly clickId: ClickId })
  /** A code in the address of the landing page. The platform does not say when that page was visited. */
  | (SignalFields<"landing", null> &
      LinkSignalFields & {
        readonly code: string;
        /** `ref`, or another system's parameter, such as `sca_ref`. */
        readonly parameter: string;
      })
  /** A lifetime customer of the affiliate since `at`. */
  | (SignalFields<"customer", string> & {
      /** The order that made them one, or '' when a person did. */
      readonly boundBy: string;
    })
  /** A product assigned to the affiliate since `at`. */
  | (SignalFields<"product", string> & { readonly productId: string })
  /** An affiliate's claim to the order that a person accepted. */
  | (SignalFields<"claim", null> & { readonly claimId: ClaimId })
  /** A code in the order's tags or note or in the customer's tags. `programId` is set for a link's code. */
  | (SignalFields<"tag", null> & { readonly code: string; readonly programId: ProgramId | null })
  /** A renewal of a subscription that began with an order credited to the affiliate in that program (M23). */
  | (SignalFields<"renewal", string> & { readonly programId: ProgramId; readonly firstOrder: string });

export type EvidenceKind = Evidence["kind"];

export type ClickEvidence = Extract<Evidence, { readonly kind: "click" | "pixel" }>;

/** A signed click, from the order or from the pixel. */
export function isClick(evidence: Evidence): evidence is ClickEvidence {
  return evidence.kind === "click" || evidence.kind === "pixel";
}

/** All kinds in default precedence, strongest first. `tag` is off by default. */
export const evidenceKinds = [
  "code",
  "customer",
  "click",
  "landing",
  "pixel",
  "product",
  "claim",
  "renewal",
  "tag",
] as const satisfies readonly EvidenceKind[];

/** Identity of a signal within its kind: a code, or the id of what it is about. */
export function signalOf(evidence: Evidence): string {
  if (isClick(evidence)) return evidence.clickId;
  if (evidence.kind === "customer") return evidence.boundBy;
  if (evidence.kind === "product") return evidence.productId;
  if (evidence.kind === "renewal") return evidence.firstOrder;
  return evidence.kind === "claim" ? evidence.claimId : evidence.code;
}

/** Sub-id of the link. Null for signals that are not links. */
export function subIdOf(evidence: Evidence): string | null {
  return "subId" in evidence ? evidence.subId : null;
}

/** Adds new signals after the known ones, which keep their order (M19). */
export function joinEvidence(known: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const keys = new Set(known.map(keyOf));
  const joined = [...known];
  for (const one of found) {
    if (keys.has(keyOf(one))) continue;
    keys.add(keyOf(one));
    joined.push(one);
  }
  return joined;
}

/**
 * M24: current evidence. Codes in tags and notes are those found now, in that order; everything else only
 * grows.
 */
export function currentEvidence(known: readonly Evidence[], found: readonly Evidence[]): Evidence[] {
  const knownTags = new Map(known.filter(isTag).map((one) => [keyOf(one), one]));
  const tags = joinEvidence([], found.filter(isTag)).map((one) => knownTags.get(keyOf(one)) ?? one);
  return [...joinEvidence(withoutTags(known), withoutTags(found)), ...tags];
}

const isTag = ({ kind }: Evidence): boolean => kind === "tag";

/** The evidence that only grows, whatever happens to tags and notes. */
export function withoutTags(evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter((one) => !isTag(one));
}

/** Known evidence is never copied, so comparing by reference is enough. */
export function isSameEvidence(a: readonly Evidence[], b: readonly Evidence[]): boolean {
  return a.length === b.length && a.every((one, place) => one === b[place]);
}

function keyOf(evidence: Evidence): string {
  const parameter = evidence.kind === "landing" ? `${evidence.parameter} ` : "";
  // Two orders may have bound the same customer. A customer is bound to an affiliate only once.
  const whose = evidence.kind === "customer" ? `${evidence.affiliateId} ` : "";
  return `${evidence.kind} ${parameter}${whose}${referralKey(signalOf(evidence))}`;
}

/** How long a customer stays with the affiliate who was credited with their first order. */
export type Binding =
  { readonly kind: "never" } | { readonly kind: "days"; readonly days: number } | { readonly kind: "life" };

/** A shop's rules for crediting orders. The attribution window of a click is part of a program's terms. */
export type AttributionRules = {
  /** Strongest first. Kinds that are not listed are kept as evidence but credit nobody. */
  readonly precedence: readonly EvidenceKind[];
  /** Which click counts when there are several. */
  readonly touch: "last" | "first";
  readonly binding: Binding;
  /** A new customer's first order: the store's, or the first credited to any affiliate. */
  readonly newCustomer: "store" | "affiliate";
};

export type RulesVersion = {
  /** Counts up from 1. 0 means the defaults, before anyone changed the rules. */
  readonly version: number;
  readonly effectiveFrom: string;
  readonly rules: AttributionRules;
};

export const touches = ["last", "first"] as const;
export const newCustomers = ["store", "affiliate"] as const;
export const bindingKinds = ["never", "days", "life"] as const;
export const longestBindingDays = 3650;

export const defaultRules: AttributionRules = {
  precedence: evidenceKinds.filter((kind) => kind !== "tag"),
  touch: "last",
  binding: { kind: "never" },
  newCustomer: "store",
};

/** Rules for orders from before the first version. */
export const noVersion: RulesVersion = {
  version: 0,
  effectiveFrom: "1970-01-01T00:00:00Z",
  rules: defaultRules,
};

/**
 * M4: the version with the latest `effectiveFrom` that is not after the order's creation. For the same instant,
 * the higher number.
 * @throws InstantFormatError
 */
export function chooseRules(versions: readonly RulesVersion[], orderCreatedAt: string): RulesVersion {
  return versions.reduce((chosen, one) => {
    if (!isNotAfter(one.effectiveFrom, orderCreatedAt)) return chosen;
    const order = compareInstants(one.effectiveFrom, chosen.effectiveFrom);
    return order > 0 || (order === 0 && one.version > chosen.version) ? one : chosen;
  }, noVersion);
}

/** The new-customer rule of a stored attribution. Absent there if it is the default. */
export function newCustomerIn(
  attribution: Readonly<Record<string, unknown>>,
): AttributionRules["newCustomer"] {
  const { rules } = attribution;
  const isOther = typeof rules === "object" && rules !== null && "newCustomer" in rules;
  return isOther && rules.newCustomer === "affiliate" ? "affiliate" : "store";
}

/** The version with this number, or the defaults when there is none. */
export function rulesOfVersion(versions: readonly RulesVersion[], version: number): RulesVersion {
  return versions.find((one) => one.version === version) ?? noVersion;
}
