import type { RequestNeed } from "./request.ts";
import type { PayoutMethod } from "./method.ts";

/** States of a section of a payout, in the order in which a payout shows the first of its sections. */
export const sectionStates = [
  "needs_attention",
  "needs_second_confirmation",
  "ready_to_download",
  "to_pay",
  "preparing",
  "sending",
  "sent",
  "paid",
  "canceled",
] as const;
export type SectionState = (typeof sectionStates)[number];

/** Views of the list of payouts. */
export const payoutViews = ["needs-attention", "in-progress", "paid", "canceled"] as const;
export type PayoutView = (typeof payoutViews)[number];

/**
 * State of a payout: that of its first section in the order above. `canceled` without sections, because
 * nothing was sent.
 */
export function payoutStateOf(states: readonly SectionState[]): SectionState {
  return sectionStates.find((one) => states.includes(one)) ?? "canceled";
}

export const nextStepKinds = [
  "confirm",
  "confirm_second",
  "download_file",
  "mark_as_paid",
  "allow_store_credit",
  "connect_paypal",
  "try_again",
  "check_payment",
  "review_payments",
] as const;
export type NextStepKind = (typeof nextStepKinds)[number];

/** The next step for the merchant. */
export type NextStep = {
  readonly kind: NextStepKind;
  /** The request or payment that the step is about. '' for the whole section. */
  readonly subject: string;
};

/** Why a section waits, what happens, or how it ended. */
export type SectionReason =
  | {
      readonly code:
        | "add_funds"
        | "allow_store_credit"
        | "amounts_changed"
        | "bank_needs_file"
        | "bank_sends"
        | "can_leave"
        | "confirm"
        | "connect_paypal"
        | "pay_yourself"
        | "paypal_confirms"
        | "second_person";
    }
  | {
      readonly code: "find_out" | "paypal_unsure" | "unclaimed";
      /** Number of payments. */
      readonly count: number;
    }
  | { readonly code: "ended"; readonly returned: number; readonly failed: number }
  /** `error` is stored: a reason as text, or a provider's own words. */
  | { readonly code: "stopped"; readonly error: string };

export type SectionStateDetails = {
  readonly state: SectionState;
  /** Null if the badge is enough. */
  readonly reason: SectionReason | null;
  readonly next: NextStep | null;
};

/** Facts that a section's reason and next step follow from. */
export type SectionFacts = {
  readonly state: SectionState;
  readonly section: {
    readonly method: PayoutMethod;
    readonly confirmedBy: unknown;
    readonly createdBy: { readonly kind: string };
    readonly expectedCount: number | null;
    readonly error: string;
    readonly status: string;
  };
  /** The request that the next step is about: a file to download, or one that waits for the merchant. */
  readonly requestId: string | null;
  readonly waitsFor: string | null;
  readonly requestError: string | null;
  /** Number of payments that need attention, and one of them. */
  readonly personCount: number;
  readonly attentionPaymentId: string | null;
  readonly returnedCount: number;
  readonly failedCount: number;
  readonly unclaimedCount: number;
};

const nextStep = (kind: NextStepKind, subject = ""): NextStep => ({ kind, subject });

/** Reason and next step by state. */
export function describeSectionState(facts: SectionFacts): SectionStateDetails {
  const { state } = facts;
  const { method } = facts.section;
  switch (state) {
    case "needs_attention":
      return { state, ...attentionOf(facts) };
    case "needs_second_confirmation":
      return { state, reason: { code: "second_person" }, next: nextStep("confirm_second") };
    case "ready_to_download":
      return {
        state,
        reason: { code: "bank_needs_file" },
        next: nextStep("download_file", facts.requestId ?? ""),
      };
    case "to_pay":
      return { state, reason: { code: "pay_yourself" }, next: nextStep("mark_as_paid") };
    case "preparing":
    case "sending":
      return { state, reason: { code: "can_leave" }, next: null };
    case "sent":
      return method === "bank"
        ? { state, reason: { code: "bank_sends" }, next: nextStep("mark_as_paid") }
        : { state, reason: sentReason(facts), next: null };
    case "paid":
    case "canceled":
    default:
      return { state, reason: endReason(facts), next: null };
  }
}

type Need = Omit<SectionStateDetails, "state">;

const needs: Readonly<Record<Exclude<RequestNeed, "merchant">, Need & { readonly next: NextStep }>> = {
  credit_permission: { reason: { code: "allow_store_credit" }, next: nextStep("allow_store_credit") },
  paypal_account: { reason: { code: "connect_paypal" }, next: nextStep("connect_paypal") },
  funds: { reason: { code: "add_funds" }, next: nextStep("try_again") },
};

function attentionOf(facts: SectionFacts): Need {
  const { section, personCount } = facts;
  if (section.error !== "") return stoppedBy(section.error);
  if (personCount > 0) return paymentsToCheck(facts);
  if (section.status === "planned") {
    const code = section.expectedCount === null ? "confirm" : "amounts_changed";
    return { reason: { code }, next: nextStep("confirm") };
  }
  return requestNeed(facts);
}

function stoppedBy(error: string, subject = ""): Need {
  return { reason: error === "" ? null : { code: "stopped", error }, next: nextStep("try_again", subject) };
}

/** The step for payments whose arrival only the merchant can check. */
function paymentsToCheck({ section, personCount: count, attentionPaymentId }: SectionFacts): Need {
  const only = count === 1 ? (attentionPaymentId ?? "") : "";
  if (count === 1 && section.method === "paypal") {
    return { reason: { code: "paypal_unsure", count }, next: nextStep("check_payment", only) };
  }
  return { reason: { code: "find_out", count }, next: nextStep("review_payments", only) };
}

/** The step that a request waits for. */
function requestNeed({ requestId, requestError, waitsFor }: SectionFacts): Need {
  const isKnown = waitsFor === "credit_permission" || waitsFor === "paypal_account" || waitsFor === "funds";
  if (!isKnown) return stoppedBy(requestError ?? "", requestId ?? "");
  const { reason, next } = needs[waitsFor];
  return { reason, next: { ...next, subject: requestId ?? "" } };
}

function sentReason({ section, unclaimedCount: count }: SectionFacts): SectionReason | null {
  if (count > 0) return { code: "unclaimed", count };
  return section.method === "paypal" ? { code: "paypal_confirms" } : null;
}

function endReason({ returnedCount: returned, failedCount: failed }: SectionFacts): SectionReason | null {
  return returned + failed === 0 ? null : { code: "ended", returned, failed };
}
