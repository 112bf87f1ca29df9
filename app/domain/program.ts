import type { AffiliateId, ProgramId } from "./ids.ts";
import { compareInstants, isNotAfter } from "./instant.ts";
import { refuse } from "./refusal.ts";
import type { ProgramTerms } from "./terms/terms.ts";

export const programStatuses = ["draft", "active", "paused", "archived"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

const nextStatuses: Record<ProgramStatus, readonly ProgramStatus[]> = {
  draft: ["active", "archived"],
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: [],
};

/** Statuses that can follow. Empty for an archived program. */
export function nextProgramStatuses(status: ProgramStatus): readonly ProgramStatus[] {
  return nextStatuses[status];
}

export function canChangeProgramStatus(from: ProgramStatus, to: ProgramStatus): boolean {
  return nextStatuses[from].includes(to);
}

export const noSuchProgram = refuse("not-found", { code: "not_found", what: "program" });

export type TermsVersion = {
  readonly id: string;
  readonly programId: ProgramId;
  /** 1, 2, 3 … within the program, including custom terms. */
  readonly number: number;
  readonly effectiveFrom: string;
  /** Set for the custom terms of one affiliate (T12). */
  readonly affiliateId: AffiliateId | null;
  /** Null if custom terms end and the program's apply again. */
  readonly terms: ProgramTerms | null;
  /** Always before `effectiveFrom`. Null for a version that was not withdrawn. */
  readonly withdrawnAt: string | null;
};

/** A version that can judge an order. */
export type JudgingVersion = Omit<TermsVersion, "withdrawnAt" | "terms"> & { readonly terms: ProgramTerms };

/**
 * M4, T12: the version with the latest `effectiveFrom` that is not after the order's creation, whatever the
 * time of processing. For the same instant, the higher number. The affiliate's custom terms precede the
 * program's until they end. A version withdrawn before its start judges nothing. Null if the order is older
 * than all versions.
 * @throws InstantFormatError
 */
export function chooseTermsVersion(
  versions: readonly TermsVersion[],
  affiliateId: AffiliateId,
  orderCreatedAt: string,
): JudgingVersion | null {
  let own: TermsVersion | null = null;
  let general: TermsVersion | null = null;
  for (const version of versions) {
    if (version.withdrawnAt !== null) continue;
    if (!isNotAfter(version.effectiveFrom, orderCreatedAt)) continue;
    if (version.affiliateId === null) general = laterVersion(general, version);
    else if (version.affiliateId === affiliateId) own = laterVersion(own, version);
  }
  return asJudgingVersion(own) ?? asJudgingVersion(general);
}

function laterVersion(chosen: TermsVersion | null, version: TermsVersion): TermsVersion {
  if (chosen === null) return version;
  const order = compareInstants(version.effectiveFrom, chosen.effectiveFrom);
  return order > 0 || (order === 0 && version.number > chosen.number) ? version : chosen;
}

function asJudgingVersion(version: TermsVersion | null): JudgingVersion | null {
  if (!version?.terms) return null;
  const { id, programId, number, effectiveFrom, affiliateId, terms } = version;
  return { id, programId, number, effectiveFrom, affiliateId, terms };
}

/** Bounds and default of a number of days or months. */
export type PeriodRange = { readonly least: number; readonly most: number; readonly initial: number };

/** Longest rolling period of a cap or a bonus. */
export const longestPeriodDays = 3650;

/**
 * Periods of a program's terms, in days. A shop has its own defaults for `attribution` and `hold`, initially
 * `initial`.
 */
export const programDays = {
  /** Attribution window. */
  attribution: { least: 1, most: 3650, initial: 30 },
  /** Approval period of a commission. */
  hold: { least: 0, most: 365, initial: 30 },
  /** Notice before lower terms start (T15). */
  notice: { least: 0, most: 365, initial: 14 },
} as const satisfies Record<string, PeriodRange>;

/** Days for which the theme's app embed remembers a click. The extension has its own copy; a test compares the two. */
export const embedDays = {
  least: 1,
  most: programDays.attribution.most,
  initial: 365,
} as const satisfies PeriodRange;

const longestMs = programDays.attribution.most * 86_400_000;

/** True for a click so old that no terms count it at `at`. Its signed id is then worthless. */
export function isSpentClick(clickedAt: Date, at: Date): boolean {
  return at.getTime() - clickedAt.getTime() > longestMs;
}
