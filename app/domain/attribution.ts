import type { AffiliateStatus } from "./affiliate.ts";
import { compareIds } from "./allocate.ts";
import type { AffiliateId, ClickId, ProgramId } from "./ids.ts";
import { compareInstants, epochMs, isNotAfter, msAfterDays } from "./instant.ts";
import type { AttributionRules } from "./attribution-rules.ts";
import { chooseTermsVersion, type JudgingVersion, type ProgramStatus, type TermsVersion } from "./program.ts";
import type { ReasonCode } from "./reasons.ts";
import type { Renewal } from "./renewal.ts";
import { type StatusChange, statusAt } from "./status-history.ts";
import { type ClickEvidence, type Evidence, type EvidenceKind, evidenceKinds, isClick } from "./touch.ts";

/** An affiliate as far as attribution asks: the status over time, and the programs joined. */
export type AffiliateStanding = {
  readonly id: AffiliateId;
  readonly statuses: readonly StatusChange<AffiliateStatus>[];
  readonly memberships: readonly Membership[];
};

/** `leftAt` is null while the affiliate is in the program. */
export type Membership = {
  readonly programId: ProgramId;
  readonly joinedAt: string;
  readonly leftAt: string | null;
};

export type ProgramStanding = {
  readonly id: ProgramId;
  readonly statuses: readonly StatusChange<ProgramStatus>[];
  /** The program's own, and the own terms of the affiliates in question (T12). */
  readonly versions: readonly TermsVersion[];
};

/** All that decides who is credited with one order; nothing else may. */
export type AttributionInput = {
  readonly orderCreatedAt: string;
  /** In the order of finding it; of two pieces of a kind that are equally strong the first counts. */
  readonly evidence: readonly Evidence[];
  /** In force when the order was created (M4). */
  readonly rules: AttributionRules;
  readonly affiliates: readonly AffiliateStanding[];
  readonly programs: readonly ProgramStanding[];
  /** Only of a subscription renewal: why there is no evidence of it, where there is none (M23). */
  readonly renewal?: Renewal | null;
};

export type Winner = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  /** The version that judges this order now and in every later refund, edit and cancellation (M4). */
  readonly version: JudgingVersion;
  /** Null where a person gave the credit, and nothing on the order did (M12). */
  readonly evidence: Evidence | null;
};

export type Candidate = {
  readonly evidence: Evidence;
  readonly won: boolean;
  /** Why it won, or why it lost. */
  readonly reason: ReasonCode;
  /** The program it would count in, as far as that was found. */
  readonly programId: ProgramId | null;
  /** Length in days of the attribution window that judged a click. Clicks kept by older versions of the app lack it. */
  readonly windowDays?: number;
};

export type Attribution = {
  readonly winner: Winner | null;
  /** Why the winner won; without one, why the strongest evidence failed, or that there was none. */
  readonly reason: ReasonCode;
  /** Every piece of evidence, strongest first. */
  readonly candidates: readonly Candidate[];
};

/**
 * Decides who is credited with an order: the strongest evidence that stands, by the shop's order of precedence, and of
 * clicks the last or the first. Evidence stands when it came before the order (M19), within the window, from an
 * affiliate and in a program that were active when the order was created (M20).
 * @throws InstantFormatError
 */
export function attribute(input: AttributionInput): Attribution {
  const { precedence, touch } = input.rules;
  const strength = (kind: EvidenceKind) => strengthIn(precedence, kind);
  const carried = new Set(input.evidence.flatMap((one) => (one.kind === "click" ? [one.clickId] : [])));
  const judged = input.evidence
    .map((evidence) => besideCarried(judge(evidence, input), carried))
    .toSorted((a, b) => {
      const kinds = strength(a.evidence.kind) - strength(b.evidence.kind);
      return kinds === 0 ? byTouch(a.evidence, b.evidence, touch) : kinds;
    });
  const winning = judged.find((one) => one.version !== null);
  const winner = winning === undefined ? null : winnerOf(winning);
  const candidates = judged.map((one) => ({
    evidence: one.evidence,
    won: one === winning,
    reason: one.version === null ? one.reason : reasonBeside(one, winning ?? one, touch),
    programId: one.programId,
    ...(one.windowDays !== undefined && { windowDays: one.windowDays }),
  }));
  // Why the carried click failed says more than that the pixel saw the same.
  const strongest = candidates.find((one) => one.reason !== "carried-too");
  const reason =
    candidates.find((one) => one.won)?.reason ?? strongest?.reason ?? reasonOfNone(input.renewal);
  return { winner, reason, candidates };
}

function reasonOfNone(renewal: AttributionInput["renewal"]): ReasonCode {
  if (!renewal) return "no-evidence";
  return renewal.firstOrderId === null ? "no-first-order" : "first-order-not-credited";
}

/** The candidate would have had the credit without a stronger one. */
export function couldWin({ won, reason }: Pick<Candidate, "won" | "reason">): boolean {
  return won || standingReasons.has(reason);
}

/** `version` is null when the evidence does not stand, and `reason` says why. */
type Judged = {
  readonly evidence: Evidence;
  readonly programId: ProgramId | null;
  readonly version: JudgingVersion | null;
  readonly reason: ReasonCode;
  /** Only of a click that was held against a window. */
  readonly windowDays?: number;
};

function judge(evidence: Evidence, input: AttributionInput): Judged {
  const { orderCreatedAt, rules } = input;
  const fail = (reason: ReasonCode, programId: ProgramId | null = null): Judged => {
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
  const windowDays = chosen.version.terms.attributionDays;
  const isPassed = msAfterDays(evidence.at, windowDays) < epochMs(orderCreatedAt);
  return { ...(isPassed ? fail("window-passed", chosen.programId) : { evidence, ...chosen }), windowDays };
}

/** A click that the order carries itself counts as that, whatever the pixel saw of it: its event decides nothing. */
function besideCarried(one: Judged, carried: ReadonlySet<ClickId>): Judged {
  const { evidence, version } = one;
  if (version === null || evidence.kind !== "pixel" || !carried.has(evidence.clickId)) return one;
  return { ...one, version: null, reason: "carried-too" };
}

type ChosenProgram = Pick<Judged, "programId" | "version" | "reason">;

/** Chooses the program joined first that could pay. A link of a program counts for that program only. */
function chooseProgram(
  evidence: Evidence,
  affiliate: AffiliateStanding,
  input: AttributionInput,
): ChosenProgram | ReasonCode {
  const only = "programId" in evidence ? evidence.programId : null;
  const standings = affiliate.memberships
    .filter((one) => (only === null || one.programId === only) && isMember(one, input.orderCreatedAt))
    .toSorted(byJoining)
    .map((one) => standingOf(one.programId, affiliate.id, input));
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

function standingOf(programId: ProgramId, affiliateId: AffiliateId, input: AttributionInput): ChosenProgram {
  const program = input.programs.find((one) => one.id === programId);
  const isActive = program !== undefined && statusAt(program.statuses, input.orderCreatedAt) === "active";
  if (!isActive) return { programId, version: null, reason: "program-not-active" };
  return {
    programId,
    version: chooseTermsVersion(program.versions, affiliateId, input.orderCreatedAt),
    reason: "no-terms",
  };
}

/** Kinds that are switched off stand behind all others. */
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

const besideReasons = {
  code: "another-code",
  customer: "another-binding",
  landing: "another-landing",
  product: "another-product",
  claim: "another-claim",
  renewal: "another-first-order",
  tag: "another-tag",
} as const satisfies Record<Exclude<EvidenceKind, ClickEvidence["kind"]>, ReasonCode>;

/** Reasons of evidence that stood and was not the strongest. */
const standingReasons: ReadonlySet<ReasonCode> = new Set([
  "outranked",
  "later-click",
  "earlier-click",
  "given-away",
  ...Object.values(besideReasons),
]);

function reasonBeside(one: Judged, winning: Judged, touch: AttributionRules["touch"]): ReasonCode {
  const { evidence } = one;
  if (one === winning) return winningReasons[evidence.kind];
  if (evidence.kind !== winning.evidence.kind) return "outranked";
  if (!isClick(evidence)) return besideReasons[evidence.kind];
  return touch === "first" ? "earlier-click" : "later-click";
}

function winnerOf(winning: Judged): Winner | null {
  const { evidence, programId, version } = winning;
  if (programId === null || version === null) return null;
  return { affiliateId: evidence.affiliateId, programId, version, evidence };
}

/**
 * M12: the attribution after a person gave the credit to somebody. Who won before lost it to the decision; the other
 * candidates keep why they lost.
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
