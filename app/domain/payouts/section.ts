import type { Actor } from "../actor.ts";
import { type Refusal, refuse } from "../refusal.ts";

/**
 * `planning`: payments are being created. `planned`: all exist and wait for a confirmation. `canceling`:
 * payments are being returned to balances. `sending`: files or requests are being sent and tracked. `done`: no
 * payment is open. `canceled`: nothing was sent, and everything was returned.
 */
export const sectionStatuses = ["planning", "planned", "canceling", "sending", "done", "canceled"] as const;
export type SectionStatus = (typeof sectionStatuses)[number];

/** Facts about a section that decide which actions are possible. */
export type SectionProgress = {
  readonly status: SectionStatus;
  readonly paymentCount: number;
  readonly totalMinor: bigint;
  readonly expectedCount: number | null;
  readonly expectedMinor: bigint | null;
  readonly confirmedBy: Actor | null;
  readonly needsApproval: boolean;
  readonly approvedBy: Actor | null;
};

/**
 * True if the section matches the amounts that the person saw when confirming it. A schedule has no
 * expectation.
 */
export function isAsExpected({
  paymentCount,
  totalMinor,
  expectedCount,
  expectedMinor,
}: SectionProgress): boolean {
  if (expectedCount === null || expectedMinor === null) return true;
  return paymentCount === expectedCount && totalMinor === expectedMinor;
}

/**
 * Status after planning and after each confirmation. Sending starts only with all confirmations that are
 * needed.
 */
export function statusAfterConfirmation(
  section: Pick<SectionProgress, "paymentCount" | "confirmedBy" | "needsApproval" | "approvedBy">,
) {
  if (section.paymentCount === 0) return "done" as const;
  const isAgreed = section.confirmedBy !== null && (!section.needsApproval || section.approvedBy !== null);
  return isAgreed ? ("sending" as const) : ("planned" as const);
}

/** Reason why a section cannot be confirmed, or null. */
export function refusalOfConfirm(section: SectionProgress): Refusal | null {
  if (section.status === "planning") {
    return refuse("conflict", { code: "still_planning" });
  }
  if (section.status !== "planned") {
    return refuse("conflict", { code: "section_state", what: "confirm", status: section.status });
  }
  if (section.confirmedBy !== null) return refuse("conflict", { code: "already_confirmed" });
  return null;
}

/** Number of staff members of the store, and who created the API key that confirmed the section, if one did. */
export type Deciders = { readonly staffCount: number; readonly keyMaker: string | null };

/**
 * Reason why this person cannot give the second confirmation, or null. It takes two people: a confirmation by
 * an API key counts as one by the person who created the key.
 */
export function refusalOfApproval(section: SectionProgress, actor: Actor, of: Deciders): Refusal | null {
  if (actor.kind !== "staff") {
    return refuse("forbidden", { code: "staff_only", what: "approval" });
  }
  if (section.status !== "planned") {
    return refuse("conflict", { code: "section_state", what: "approve", status: section.status });
  }
  if (!section.needsApproval) return refuse("conflict", { code: "approval_not_needed" });
  if (section.confirmedBy === null) return refuse("conflict", { code: "confirm_first" });
  const isByKey = section.confirmedBy.kind === "api-key";
  const first = isByKey ? of.keyMaker : section.confirmedBy.id;
  if (first !== actor.id) return null;
  if (of.staffCount < 2) return refuse("not-possible", { code: "no_second_person" });
  return refuse("not-possible", { code: "second_person_needed", what: isByKey ? "api_key" : "staff" });
}

/** Reason why a section cannot be canceled, or null. */
export function refusalOfCancel({ status }: Pick<SectionProgress, "status">): Refusal | null {
  if (status === "planning" || status === "planned") return null;
  return refuse("conflict", { code: "section_state", what: "cancel", status });
}

/**
 * Reason why the outcome of its payments cannot be recorded, or null. A section that is not fully confirmed, or
 * that was canceled, has paid nobody.
 */
export function refusalOfOutcome({ status }: Pick<SectionProgress, "status">): Refusal | null {
  if (status === "sending" || status === "done") return null;
  return refuse("conflict", { code: "section_state", what: "record", status });
}

/** Reason why it cannot be retried, or null. */
export function refusalOfRetry({ status }: Pick<SectionProgress, "status">): Refusal | null {
  if (status === "planning" || status === "canceling" || status === "sending") return null;
  return refuse("conflict", { code: "section_state", what: "retry", status });
}

/** Sum of a section's ledger entries with the same code, debit account and cancellation. */
export type SectionSum = {
  readonly code: string;
  /** Name of the debit account. */
  readonly debit: string;
  readonly isCancelled: boolean;
  readonly amountMinor: bigint;
};

/** Parts of a section's books that neither a code nor an account distinguishes. */
export const sectionParts = ["returned", "canceled", "fee", "withheld"] as const;
export type SectionPart = (typeof sectionParts)[number];

/**
 * M15 for a section: started = paid + returned + canceled + still in transit. The part in transit comes from
 * the open payments and the rest from the ledger, so a posting that does not match the payments shows up. Minor
 * units.
 */
export type SectionIdentity = {
  readonly startedMinor: bigint;
  /** Without payments that were returned later. */
  readonly settledMinor: bigint;
  readonly returnedMinor: bigint;
  readonly cancelledMinor: bigint;
  readonly inTransitMinor: bigint;
  /** Zero when the identity holds. */
  readonly differenceMinor: bigint;
  /** Net fees that the shop bore, and fees that affiliates bore. */
  readonly feeMinor: bigint;
  readonly withheldMinor: bigint;
};

export function sectionIdentity(sums: readonly SectionSum[], openMinor: bigint): SectionIdentity {
  const of = (code: string, debit: string, isCancelled?: boolean): bigint =>
    sums
      .filter((one) => one.code === code && one.debit === debit)
      .filter((one) => isCancelled === undefined || one.isCancelled === isCancelled)
      .reduce((sum, one) => sum + one.amountMinor, 0n);
  const startedMinor = of("payout_started", "payable");
  const cameBack = of("payout_returned", "paid");
  const settledMinor = of("payout_settled", "in_transit") - cameBack;
  const returnedMinor = of("payout_returned", "in_transit", false) + cameBack;
  const cancelledMinor = of("payout_returned", "in_transit", true);
  const told = settledMinor + returnedMinor + cancelledMinor + openMinor;
  return {
    startedMinor,
    settledMinor,
    returnedMinor,
    cancelledMinor,
    inTransitMinor: openMinor,
    differenceMinor: startedMinor - told,
    feeMinor: of("fee", "fees") - of("fee", "bank"),
    withheldMinor: of("fee", "payable"),
  };
}
