import type { ProgramId } from "./ids.ts";
import type { Money } from "./money.ts";
import { compareInstants, isNotAfter } from "./instant.ts";

export const programStatuses = ["draft", "active", "paused", "archived"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

const nextStatuses: Record<ProgramStatus, readonly ProgramStatus[]> = {
  draft: ["active", "archived"],
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: [],
};

/** Where a program may go from here; empty for one that is archived. */
export function nextProgramStatuses(status: ProgramStatus): readonly ProgramStatus[] {
  return nextStatuses[status];
}

export function canChangeProgramStatus(from: ProgramStatus, to: ProgramStatus): boolean {
  return nextStatuses[from].includes(to);
}

/** What a program pays. Rates are basis points; a fixed amount is paid once for an order (M8). */
export type CommissionTerms =
  | { readonly kind: "percentage"; readonly rateBps: number }
  | { readonly kind: "fixed"; readonly amount: Money };

/** What belongs to the base beside the net of ordinary lines (M7). */
export type BaseTerms = {
  readonly shipping: boolean;
  readonly tax: boolean;
  readonly tips: boolean;
  readonly giftCards: boolean;
  readonly duties: boolean;
};

/** One version of a program's terms, frozen when it is saved. Days are spans of 24 hours. */
export type ProgramTerms = {
  readonly commission: CommissionTerms;
  readonly base: BaseTerms;
  readonly attributionDays: number;
  readonly holdDays: number;
};

export const defaultBase: BaseTerms = {
  shipping: false,
  tax: false,
  tips: false,
  giftCards: false,
  duties: false,
};

export type TermsVersion = {
  readonly id: string;
  readonly programId: ProgramId;
  /** 1, 2, 3 … within the program. */
  readonly number: number;
  readonly effectiveFrom: string;
  readonly terms: ProgramTerms;
};

/**
 * M4: the version whose `effectiveFrom` is the latest not after the order's creation, never by the time of processing;
 * of two from the same instant the higher number. Null when the order is older than all of them.
 * @throws InstantFormatError
 */
export function chooseTermsVersion(
  versions: readonly TermsVersion[],
  orderCreatedAt: string,
): TermsVersion | null {
  let chosen: TermsVersion | null = null;
  for (const version of versions) {
    if (!isNotAfter(version.effectiveFrom, orderCreatedAt)) continue;
    if (chosen === null || isLater(version, chosen)) chosen = version;
  }
  return chosen;
}

function isLater(a: TermsVersion, b: TermsVersion): boolean {
  const order = compareInstants(a.effectiveFrom, b.effectiveFrom);
  return order === 0 ? a.number > b.number : order > 0;
}
