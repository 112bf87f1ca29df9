import type { AffiliateStatus } from "./affiliate.ts";
import type { AffiliateId, ProgramId } from "./ids.ts";
import type { ProgramStatus, TermsVersion } from "./program.ts";
import type { ReasonCode } from "./reasons.ts";
import type { StatusChange } from "./status-history.ts";
import type { Evidence } from "./touch.ts";

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
  readonly version: TermsVersion;
  readonly evidence: Evidence;
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
