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

export const sectionStateNames: Readonly<Record<SectionState, string>> = {
  needs_attention: "Needs attention",
  needs_second_confirmation: "Needs second confirmation",
  ready_to_download: "Ready to download",
  to_pay: "To pay",
  preparing: "Preparing",
  sending: "Sending",
  sent: "Sent",
  paid: "Paid",
  canceled: "Canceled",
};

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
  /** Label of its button. */
  readonly label: string;
  /** The request or payment that the step is about. '' for the whole section. */
  readonly subject: string;
};

export type SectionStateDetails = {
  readonly state: SectionState;
  /** Why it waits, or what happens, in a sentence. '' if the badge is enough. */
  readonly reason: string;
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

const nextStep = (kind: NextStepKind, label: string, subject = ""): NextStep => ({ kind, label, subject });

/** Reason and next step by state. */
export function describeSectionState(facts: SectionFacts): SectionStateDetails {
  const { state } = facts;
  const { method } = facts.section;
  switch (state) {
    case "needs_attention":
      return { state, ...attentionOf(facts) };
    case "needs_second_confirmation":
      return {
        state,
        reason: "Another member of your team has to confirm it.",
        next: nextStep("confirm_second", "Confirm"),
      };
    case "ready_to_download":
      return {
        state,
        reason: "Your bank needs this file.",
        next: nextStep("download_file", "Download file", facts.requestId ?? ""),
      };
    case "to_pay":
      return {
        state,
        reason: "Pay these affiliates yourself.",
        next: nextStep("mark_as_paid", "Mark as paid"),
      };
    case "preparing":
    case "sending":
      return { state, reason: "You can leave this page.", next: null };
    case "sent":
      return method === "bank"
        ? {
            state,
            reason: "Mark as paid once your bank has sent it.",
            next: nextStep("mark_as_paid", "Mark as paid"),
          }
        : { state, reason: sentReason(facts), next: null };
    case "paid":
    case "canceled":
    default:
      return { state, reason: endReason(facts), next: null };
  }
}

const needs: Readonly<Record<Exclude<RequestNeed, "merchant">, { reason: string; next: NextStep }>> = {
  credit_permission: {
    reason: "Allow store credit to send this payout.",
    next: nextStep("allow_store_credit", "Allow store credit"),
  },
  paypal_account: {
    reason: "Connect PayPal to send this payout.",
    next: nextStep("connect_paypal", "Connect PayPal"),
  },
  funds: {
    reason: "Your PayPal account doesn't have enough funds. Add funds, then try again.",
    next: nextStep("try_again", "Try again"),
  },
};

function attentionOf(facts: SectionFacts): Omit<SectionStateDetails, "state"> {
  const { section, personCount } = facts;
  if (section.error !== "") return { reason: section.error, next: nextStep("try_again", "Try again") };
  if (personCount > 0) return paymentsToCheck(facts);
  if (section.status === "planned") {
    return section.expectedCount === null
      ? { reason: "Confirm to send this payout.", next: nextStep("confirm", "Confirm") }
      : { reason: "Amounts changed. Review them again.", next: nextStep("confirm", "Review") };
  }
  return requestNeed(facts);
}

/** The step for payments whose arrival only the merchant can check. */
function paymentsToCheck({
  section,
  personCount,
  attentionPaymentId,
}: SectionFacts): Omit<SectionStateDetails, "state"> {
  const only = personCount === 1 ? (attentionPaymentId ?? "") : "";
  if (personCount === 1 && section.method === "paypal") {
    return {
      reason: "PayPal doesn't say whether 1 payment arrived.",
      next: nextStep("check_payment", "Check in PayPal", only),
    };
  }
  const payments = personCount === 1 ? "1 payment" : `${personCount} payments`;
  return {
    reason: `Find out whether ${payments} arrived.`,
    next: nextStep("review_payments", `Review ${payments}`, only),
  };
}

/** The step that a request waits for. */
function requestNeed({
  requestId,
  requestError,
  waitsFor,
}: SectionFacts): Omit<SectionStateDetails, "state"> {
  const isKnown = waitsFor === "credit_permission" || waitsFor === "paypal_account" || waitsFor === "funds";
  const { reason, next } = isKnown
    ? needs[waitsFor]
    : { reason: requestError ?? "", next: nextStep("try_again", "Try again") };
  return { reason, next: { ...next, subject: requestId ?? "" } };
}

function sentReason({ section, unclaimedCount }: SectionFacts): string {
  if (unclaimedCount > 0) {
    return unclaimedCount === 1 ? "1 payment is unclaimed." : `${unclaimedCount} payments are unclaimed.`;
  }
  return section.method === "paypal" ? "PayPal confirms within a day." : "";
}

function endReason({ returnedCount, failedCount }: SectionFacts): string {
  const parts = [
    returnedCount > 0 ? `${returnedCount} returned` : "",
    failedCount > 0 ? `${failedCount} failed` : "",
  ];
  return parts.filter((one) => one !== "").join(", ");
}
