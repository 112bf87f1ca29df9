import type { NoNoticeReason } from "./notice.ts";
import type { PayoutMethod } from "./payouts/method.ts";

type Amount = { readonly amount: string; readonly currencyCode: string };

type CommissionPayload = {
  readonly commissionId: string;
  readonly affiliateId: string;
  readonly programId: string;
  readonly orderId: string | null;
  readonly orderName: string | null;
  readonly amount: Amount;
  /** Reason code of domain/reasons.ts. */
  readonly reason: string | null;
};

type PaymentPayload = {
  readonly paymentId: string;
  readonly affiliateId: string;
  readonly method: PayoutMethod;
  readonly amount: Amount;
};

type ApplicationPayload = {
  readonly applicationId: string;
  readonly programId: string;
  readonly programName: string;
};

/** `affiliateId` is null if the program's own terms change. */
type TermsPayload = {
  readonly programId: string;
  readonly programName: string;
  readonly affiliateId: string | null;
  readonly version: number;
  readonly startsAt: string;
};

/** Terms that change for one affiliate because of their tags. `version` judges orders. */
type TagTermsPayload = {
  readonly programId: string;
  readonly programName: string;
  readonly affiliateId: string;
  readonly version: number;
  readonly startsAt: string;
};

/** Events by their public names, with their payloads: JSON without personal data, with amounts as decimal text. */
export type EventPayloads = {
  "commission.created": CommissionPayload & {
    /** The percentages of the amount. Empty if something else is part of it. */
    readonly calculation: readonly { readonly percent: string; readonly eligible: Amount }[];
  };
  "commission.approved": CommissionPayload;
  "commission.reversed": CommissionPayload;
  "bonus.earned": {
    readonly commissionId: string;
    readonly affiliateId: string;
    readonly programId: string;
    readonly orderId: string | null;
    readonly bonus: string;
    readonly amount: Amount;
  };
  "tier.reached": {
    readonly affiliateId: string;
    readonly programId: string;
    readonly version: number;
    /** Null for the fallback. */
    readonly ruleId: string | null;
    /** Number of the tier, from 1. */
    readonly tier: number;
    readonly orderId: string;
  };
  "payment.sent": PaymentPayload;
  "payment.paid": PaymentPayload;
  "payment.unclaimed": PaymentPayload;
  "payment.returned": PaymentPayload;
  "payment.failed": PaymentPayload;
  "application.submitted": ApplicationPayload;
  "application.received": ApplicationPayload;
  "application.approved": ApplicationPayload & {
    readonly affiliateId: string;
    /** Name of the rule that approved it. Null if a person did. */
    readonly rule: string | null;
  };
  "application.declined": ApplicationPayload;
  "affiliate.invited": {
    readonly affiliateId: string;
    readonly isReminder: boolean;
    /** The affiliate came with an import from another app. */
    readonly hasMoved?: boolean | undefined;
  };
  "affiliate.email_changed": { readonly affiliateId: string };
  "payout_details.changed": {
    readonly affiliateId: string;
    readonly method: string;
    readonly usedFrom: string;
  };
  "payout_details.used_early": { readonly affiliateId: string; readonly method: string };
  "payout_details.missing": { readonly affiliateId: string; readonly amounts: readonly Amount[] };
  "terms.changed": TermsPayload & {
    /** Reason, if a reduction starts without notice. */
    readonly effect: "reduction" | "improvement" | "change";
    /** Number of the version that it replaces. */
    readonly previousVersion: number;
  };
  "terms.withdrawn": TermsPayload;
  "terms.changed_for_tags": TagTermsPayload & {
    /** Reason, if a reduction starts without notice. */
    readonly effect: "reduction" | "improvement" | "change";
    readonly tagsBefore: readonly string[];
    readonly tagsAfter: readonly string[];
    /** Reason, if tags end without notice. */
    readonly reason: NoNoticeReason | null;
  };
  /** True if the removal of tags was withdrawn before `startsAt`. */
  "terms.kept_for_tags": TagTermsPayload;
  "program.ended": {
    readonly programId: string;
    readonly programName: string;
    /** Null if the program ends for all affiliates. */
    readonly affiliateId: string | null;
    readonly endsAt: string;
    readonly reason: NoNoticeReason | null;
  };
  "claim.decided": {
    readonly claimId: string;
    readonly affiliateId: string;
    readonly orderName: string;
    readonly decision: "accepted" | "declined";
  };
  "statement.ready": { readonly affiliateId: string; readonly month: string };
  "code.changed": { readonly affiliateId: string; readonly code: string; readonly formerCode: string };
  "code.deactivated": {
    readonly affiliateId: string;
    readonly code: string;
    /** Reason, if it ends without notice. */
    readonly reason: NoNoticeReason | null;
  };
  "code.end_scheduled": { readonly affiliateId: string; readonly code: string; readonly endsAt: string };
  "code.end_withdrawn": { readonly affiliateId: string; readonly code: string; readonly endsAt: string };
  "minimum_payout.raised": { readonly minimum: Amount; readonly startsAt: string };
};

export type EventName = keyof EventPayloads;
export type EventPayload = EventPayloads[EventName];
type NamesLike<Prefix extends string> = Extract<EventName, `${Prefix}.${string}`>;
export type CommissionEventName = NamesLike<"commission">;
export type PaymentEventName = NamesLike<"payment">;
export type ApplicationEventName = NamesLike<"application">;

/** How an event's emails follow the affiliate's choice. */
type EmailRule = {
  /** `always` ignores how often the affiliate wants emails. */
  readonly sent: "always" | "as-chosen";
  /** Several are sent as one email. */
  readonly isDigested?: true;
  /** It answers something that its reader did, or protects their account. Shadow mode sends it, too (M25). */
  readonly isAnswer?: true;
};

const emailRules: Readonly<Record<EventName, EmailRule>> = {
  "commission.created": { sent: "as-chosen", isDigested: true },
  "commission.approved": { sent: "as-chosen", isDigested: true },
  "commission.reversed": { sent: "as-chosen", isDigested: true },
  "bonus.earned": { sent: "as-chosen" },
  "tier.reached": { sent: "as-chosen" },
  "payment.sent": { sent: "always" },
  "payment.paid": { sent: "always" },
  "payment.unclaimed": { sent: "always" },
  "payment.returned": { sent: "always" },
  "payment.failed": { sent: "always" },
  "application.submitted": { sent: "always", isAnswer: true },
  "application.received": { sent: "always", isAnswer: true },
  "application.approved": { sent: "always", isAnswer: true },
  "application.declined": { sent: "always", isAnswer: true },
  "affiliate.invited": { sent: "always", isAnswer: true },
  "affiliate.email_changed": { sent: "always", isAnswer: true },
  "payout_details.changed": { sent: "always", isAnswer: true },
  "payout_details.used_early": { sent: "always", isAnswer: true },
  // Affiliates turn off this reminder separately.
  "payout_details.missing": { sent: "always" },
  "terms.changed": { sent: "always" },
  "terms.withdrawn": { sent: "always" },
  "terms.changed_for_tags": { sent: "always" },
  "terms.kept_for_tags": { sent: "always" },
  "program.ended": { sent: "always" },
  "claim.decided": { sent: "as-chosen", isAnswer: true },
  "statement.ready": { sent: "as-chosen" },
  "code.changed": { sent: "always" },
  "code.deactivated": { sent: "always" },
  "code.end_scheduled": { sent: "always" },
  "code.end_withdrawn": { sent: "always" },
  "minimum_payout.raised": { sent: "always" },
};

export const eventNames = Object.keys(emailRules) as readonly EventName[];

/** True for events whose emails ignore the affiliate's choice. */
export function isAlwaysSent(name: EventName): boolean {
  return emailRules[name].sent === "always";
}

export function isDigested(name: EventName): boolean {
  return emailRules[name].isDigested === true;
}

/** How an affiliate gets emails about commissions. */
export const emailFrequencies = ["immediate", "daily", "never"] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

/**
 * Number of single emails to an affiliate about one kind of event within an hour. Later events wait for a
 * digest.
 */
export const singleEmailsPerHour = 3;

/** True for events whose emails answer their reader or protect their account. */
export function isAnswer(name: EventName): boolean {
  return emailRules[name].isAnswer === true;
}
