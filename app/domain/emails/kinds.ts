import type { VariableName } from "./variables.ts";

export const emailGroups = ["applications", "account", "sales", "payouts", "terms", "summary"] as const;
export type EmailGroup = (typeof emailGroups)[number];

/** Why an email can't be turned off. */
export type EmailNeed = "link" | "security" | "terms" | "action";

type Kind = {
  readonly audience: "affiliate" | "merchant";
  readonly group: EmailGroup;
  /** Reason for which it can't be turned off. Absent for an email that can. */
  readonly essential?: EmailNeed;
  /** The email of which it sums up several. Both share one switch. */
  readonly digestOf?: string;
  readonly variables: readonly VariableName[];
};

/**
 * Every email that the app sends. The usual texts are in the catalogs (`app/i18n/<language>/templates.ts`), under the
 * kind's name, and those of emails to merchants in `app/i18n/merchant-templates.ts`.
 */
export const emailKinds = {
  application_confirm: {
    audience: "affiliate",
    group: "applications",
    essential: "link",
    variables: ["name", "shop", "program", "validity"],
  },
  application_known_affiliate: {
    audience: "affiliate",
    group: "applications",
    essential: "link",
    variables: ["name", "shop", "program", "validity"],
  },
  application_waiting: {
    audience: "affiliate",
    group: "applications",
    variables: ["name", "shop", "program"],
  },
  application_too_early: {
    audience: "affiliate",
    group: "applications",
    variables: ["name", "shop", "program", "date"],
  },
  application_received: {
    audience: "affiliate",
    group: "applications",
    variables: ["name", "shop", "program"],
  },
  application_approved: {
    audience: "affiliate",
    group: "applications",
    essential: "link",
    variables: ["name", "shop", "program", "message", "validity"],
  },
  application_declined: {
    audience: "affiliate",
    group: "applications",
    variables: ["name", "shop", "program", "message", "reapply"],
  },
  new_application: {
    audience: "merchant",
    group: "applications",
    variables: ["shop", "news", "names"],
  },
  claim_received: {
    audience: "merchant",
    group: "sales",
    variables: ["shop", "news", "names"],
  },
  fraud_flag: {
    audience: "merchant",
    group: "sales",
    variables: ["shop", "news", "names"],
  },
  weekly_summary: {
    audience: "merchant",
    group: "summary",
    variables: [
      "shop",
      "week",
      "orders",
      "sales",
      "commissions",
      "new_affiliates",
      "applications_waiting",
      "to_do",
    ],
  },
  invitation: {
    audience: "affiliate",
    group: "account",
    essential: "link",
    variables: ["name", "shop", "validity"],
  },
  invitation_reminder: {
    audience: "affiliate",
    group: "account",
    essential: "link",
    variables: ["name", "shop", "validity"],
  },
  invitation_moved: {
    audience: "affiliate",
    group: "account",
    essential: "link",
    variables: ["name", "shop", "validity"],
  },
  sign_in: {
    audience: "affiliate",
    group: "account",
    essential: "link",
    variables: ["name", "shop", "validity"],
  },
  email_confirm: {
    audience: "affiliate",
    group: "account",
    essential: "link",
    variables: ["name", "shop", "validity"],
  },
  email_changed: {
    audience: "affiliate",
    group: "account",
    essential: "security",
    variables: ["name", "shop"],
  },
  details_confirm: {
    audience: "affiliate",
    group: "account",
    essential: "link",
    variables: ["name", "shop", "account", "validity"],
  },
  details_changed: {
    audience: "affiliate",
    group: "account",
    essential: "security",
    variables: ["name", "shop", "account", "replaced", "date"],
  },
  details_used_early: {
    audience: "affiliate",
    group: "account",
    essential: "security",
    variables: ["name", "shop", "account", "replaced"],
  },
  details_changed_shop: {
    audience: "merchant",
    group: "account",
    essential: "security",
    variables: ["affiliate", "shop", "account", "account_before", "date"],
  },
  sale: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "order", "amount", "source", "commission", "approval", "tier"],
  },
  sale_digest: {
    audience: "affiliate",
    group: "sales",
    digestOf: "sale",
    variables: ["name", "shop", "count", "amount"],
  },
  approved: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "order", "amount", "balance", "next_payout"],
  },
  approved_digest: {
    audience: "affiliate",
    group: "sales",
    digestOf: "approved",
    variables: ["name", "shop", "count", "amount", "balance", "next_payout"],
  },
  reversed: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "order", "cause", "amount", "remaining"],
  },
  reversed_digest: {
    audience: "affiliate",
    group: "sales",
    digestOf: "reversed",
    variables: ["name", "shop", "count", "amount"],
  },
  bonus: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "bonus", "amount"],
  },
  tier: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "program", "rate"],
  },
  claim_accepted: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "order", "message"],
  },
  claim_declined: {
    audience: "affiliate",
    group: "sales",
    variables: ["name", "shop", "order", "message"],
  },
  code_changed: {
    audience: "affiliate",
    group: "sales",
    essential: "terms",
    variables: ["name", "shop", "code", "code_before"],
  },
  code_deactivated: {
    audience: "affiliate",
    group: "sales",
    essential: "terms",
    variables: ["name", "shop", "code", "reason"],
  },
  code_ends: {
    audience: "affiliate",
    group: "sales",
    essential: "terms",
    variables: ["name", "shop", "code", "date"],
  },
  code_stays: {
    audience: "affiliate",
    group: "sales",
    essential: "terms",
    variables: ["name", "shop", "code", "date"],
  },
  paid: {
    audience: "affiliate",
    group: "payouts",
    variables: ["name", "shop", "amount", "payment", "covers", "deducted", "questions"],
  },
  unclaimed: {
    audience: "affiliate",
    group: "payouts",
    essential: "action",
    variables: ["name", "shop", "amount", "account"],
  },
  returned: {
    audience: "affiliate",
    group: "payouts",
    essential: "action",
    variables: ["name", "shop", "amount", "returned", "questions"],
  },
  payout_attention: {
    audience: "merchant",
    group: "payouts",
    variables: ["shop", "method", "amount", "state", "next", "skipped"],
  },
  details_missing: {
    audience: "affiliate",
    group: "payouts",
    variables: ["name", "shop", "amount"],
  },
  customer_missing: {
    audience: "affiliate",
    group: "payouts",
    variables: ["name", "shop", "email"],
  },
  statement: {
    audience: "affiliate",
    group: "payouts",
    variables: ["name", "shop", "month"],
  },
  minimum_raised: {
    audience: "affiliate",
    group: "payouts",
    essential: "terms",
    variables: ["name", "shop", "amount", "date"],
  },
  terms_lower: {
    audience: "affiliate",
    group: "terms",
    essential: "terms",
    variables: ["name", "shop", "program", "date", "changes"],
  },
  terms_better: {
    audience: "affiliate",
    group: "terms",
    variables: ["name", "shop", "program", "changes"],
  },
  terms_new: {
    audience: "affiliate",
    group: "terms",
    essential: "terms",
    variables: ["name", "shop", "program", "changes", "reason"],
  },
  terms_withdrawn: {
    audience: "affiliate",
    group: "terms",
    essential: "terms",
    variables: ["name", "shop", "program", "date"],
  },
  program_end: {
    audience: "affiliate",
    group: "terms",
    essential: "terms",
    variables: ["name", "shop", "program", "date", "reason"],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type EmailKind = keyof typeof emailKinds;

type KindOf<Audience> = {
  [Name in EmailKind]: (typeof emailKinds)[Name]["audience"] extends Audience ? Name : never;
}[EmailKind];
export type AffiliateEmailKind = KindOf<"affiliate">;
export type MerchantEmailKind = KindOf<"merchant">;

export function isMerchantEmail(kind: EmailKind): kind is MerchantEmailKind {
  return emailKinds[kind].audience === "merchant";
}

/** Values of a kind's variables in the reader's language. `name` and `shop` follow from the reader. */
export type EmailValues<Name extends EmailKind> = Readonly<
  Record<Exclude<(typeof emailKinds)[Name]["variables"][number], "name" | "shop">, string>
>;

/** The kind whose switch turns this one on and off. */
export function switchOf(kind: EmailKind): EmailKind {
  const { digestOf }: Kind = emailKinds[kind];
  return (digestOf as EmailKind | undefined) ?? kind;
}

/** Reason for which an email can't be turned off. Null for one that can. */
export function whyEssential(kind: EmailKind): EmailNeed | null {
  const { essential }: Kind = emailKinds[kind];
  return essential ?? null;
}

export function isEmailKind(value: unknown): value is EmailKind {
  return typeof value === "string" && Object.hasOwn(emailKinds, value);
}
