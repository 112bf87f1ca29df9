import type { AffiliateStatus } from "./affiliate.ts";
import { compareIds } from "./allocate.ts";
import type { AffiliateId, ProgramId } from "./ids.ts";
import { compareInstants, epochMs, isNotAfter, msAfterDays } from "./instant.ts";
import { chooseTermsVersion, type JudgingVersion, type ProgramStatus, type TermsVersion } from "./program.ts";
import type { ReasonCode } from "./reasons.ts";
import { type StatusChange, statusAt } from "./status-history.ts";
import { type Evidence, evidenceKinds } from "./touch.ts";

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
  /** In the order of the order: its codes as listed, then clicks, then the landing page. */
  readonly evidence: readonly Evidence[];
  readonly affiliates: readonly AffiliateStanding[];
  readonly programs: readonly ProgramStanding[];
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
};

export type Attribution = {
  readonly winner: Winner | null;
  /** Why the winner won; without one, why the strongest evidence failed, or `no-evidence`. */
  readonly reason: ReasonCode;
  /** Every piece of evidence, strongest first. */
  readonly candidates: readonly Candidate[];
};

/**
 * Decides who is credited with an order: the strongest evidence that stands, code before click before landing, and
 * of clicks the latest. Evidence stands when it came before the order (M19), within the window, from an affiliate
 * and in a program that were active when the order was created (M20).
 * @throws InstantFormatError
 */
export function attribute(input: AttributionInput): Attribution {
  const judged = input.evidence.map((evidence) => judge(evidence, input)).toSorted(byStrength);
  const winning = judged.find((one) => one.version !== null);
  const winner = winning === undefined ? null : winnerOf(winning);
  const candidates = judged.map((one) => ({
    evidence: one.evidence,
    won: one === winning,
    reason: one.version === null ? one.reason : reasonBeside(one, winning ?? one),
    programId: one.programId,
  }));
  const strongest = candidates[0];
  const reason = candidates.find((one) => one.won)?.reason ?? strongest?.reason ?? "no-evidence";
  return { winner, reason, candidates };
}

/** `version` is null when the evidence does not stand, and `reason` says why. */
type Judged = {
  readonly evidence: Evidence;
  readonly programId: ProgramId | null;
  readonly version: JudgingVersion | null;
  readonly reason: ReasonCode;
};

function judge(evidence: Evidence, input: AttributionInput): Judged {
  const { orderCreatedAt } = input;
  const fail = (reason: ReasonCode, programId: ProgramId | null = null): Judged => {
    return { evidence, programId, version: null, reason };
  };
  const affiliate = input.affiliates.find((one) => one.id === evidence.affiliateId);
  if (affiliate === undefined) return fail("affiliate-unknown");
  if (evidence.at !== null && !isNotAfter(evidence.at, orderCreatedAt)) return fail("after-order");
  if (statusAt(affiliate.statuses, orderCreatedAt) !== "active") return fail("affiliate-not-active");
  const chosen = chooseProgram(evidence, affiliate, input);
  if (typeof chosen === "string") return fail(chosen);
  if (chosen.version === null) return fail(chosen.reason, chosen.programId);
  const { attributionDays } = chosen.version.terms;
  if (evidence.kind === "click" && msAfterDays(evidence.at, attributionDays) < epochMs(orderCreatedAt)) {
    return fail("window-passed", chosen.programId);
  }
  return { evidence, ...chosen };
}

type ChosenProgram = Pick<Judged, "programId" | "version" | "reason">;

/** Of the programs the affiliate was in, the one joined first that could pay; a link of a program stays with it. */
function chooseProgram(
  evidence: Evidence,
  affiliate: AffiliateStanding,
  input: AttributionInput,
): ChosenProgram | ReasonCode {
  const only = evidence.kind === "click" ? evidence.programId : null;
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

/** Strongest first: by kind, clicks from the latest, codes as the order lists them. */
function byStrength(a: Judged, b: Judged): number {
  const kinds = evidenceKinds.indexOf(a.evidence.kind) - evidenceKinds.indexOf(b.evidence.kind);
  if (kinds !== 0 || a.evidence.kind !== "click" || b.evidence.kind !== "click") return kinds;
  const order = compareInstants(b.evidence.at, a.evidence.at);
  return order === 0 ? compareIds(b.evidence.clickId, a.evidence.clickId) : order;
}

const winningReasons = { code: "won-by-code", click: "won-by-click", landing: "won-by-landing" } as const;

function reasonBeside(one: Judged, winning: Judged): ReasonCode {
  if (one === winning) return winningReasons[one.evidence.kind];
  if (one.evidence.kind !== winning.evidence.kind) return "outranked";
  return one.evidence.kind === "click" ? "later-click" : "another-code";
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
