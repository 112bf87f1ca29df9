import type { VariableName } from "./variables.ts";

export const emailGroups = {
  applications: "Applications",
  account: "Account",
  sales: "Sales and commissions",
  payouts: "Payouts",
  terms: "Terms",
  summary: "Summary",
} as const;
export type EmailGroup = keyof typeof emailGroups;

type Kind = {
  readonly audience: "affiliate" | "merchant";
  readonly group: EmailGroup;
  readonly title: string;
  /** When it's sent. */
  readonly about: string;
  /** Reason for which it can't be turned off. Absent for an email that can. */
  readonly essential?: string;
  /** The email of which it sums up several. Both share one switch. */
  readonly digestOf?: string;
  readonly variables: readonly VariableName[];
};

const opensLink = "It has a link that people need.";
const guardsAccount = "It protects the affiliate's account.";
const keepsPromise = "Affiliates must know their terms.";
const needsAction = "The affiliate has to act to be paid.";

/**
 * Every email that the app sends. The usual texts are in the catalogs (`app/i18n/<language>/templates.ts`), under the
 * kind's name, and those of emails to merchants in `app/i18n/merchant-templates.ts`.
 */
export const emailKinds = {
  application_confirm: {
    audience: "affiliate",
    group: "applications",
    title: "Confirm application",
    about: "Someone applies on the join page.",
    essential: opensLink,
    variables: ["name", "shop", "program", "validity"],
  },
  application_known_affiliate: {
    audience: "affiliate",
    group: "applications",
    title: "Already an affiliate",
    about: "Someone applies with an affiliate's email address.",
    essential: opensLink,
    variables: ["name", "shop", "program", "validity"],
  },
  application_waiting: {
    audience: "affiliate",
    group: "applications",
    title: "Already applied",
    about: "Someone applies again while their application is open.",
    variables: ["name", "shop", "program"],
  },
  application_too_early: {
    audience: "affiliate",
    group: "applications",
    title: "Applied too early",
    about: "Someone you declined applies again too early.",
    variables: ["name", "shop", "program", "date"],
  },
  application_received: {
    audience: "affiliate",
    group: "applications",
    title: "Application received",
    about: "An applicant confirmed their email address, and their application waits for your decision.",
    variables: ["name", "shop", "program"],
  },
  application_approved: {
    audience: "affiliate",
    group: "applications",
    title: "Application approved",
    about: "You or a rule approved an application.",
    essential: opensLink,
    variables: ["name", "shop", "program", "message", "validity"],
  },
  application_declined: {
    audience: "affiliate",
    group: "applications",
    title: "Application declined",
    about: "You declined an application.",
    variables: ["name", "shop", "program", "message", "reapply"],
  },
  new_application: {
    audience: "merchant",
    group: "applications",
    title: "New application",
    about: "Applications wait for your decision. At most one email an hour.",
    variables: ["shop", "news", "names"],
  },
  claim_received: {
    audience: "merchant",
    group: "sales",
    title: "Claim received",
    about: "An affiliate claims an order. At most one email an hour.",
    variables: ["shop", "news", "names"],
  },
  fraud_flag: {
    audience: "merchant",
    group: "sales",
    title: "Fraud flag",
    about: "A fraud rule finds something. At most one email an hour.",
    variables: ["shop", "news", "names"],
  },
  weekly_summary: {
    audience: "merchant",
    group: "summary",
    title: "Weekly summary",
    about: "On Mondays, if something happened in the week before.",
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
    title: "Invitation",
    about: "You invite an affiliate.",
    essential: opensLink,
    variables: ["name", "shop", "validity"],
  },
  invitation_reminder: {
    audience: "affiliate",
    group: "account",
    title: "Invitation reminder",
    about: "You invite an affiliate again.",
    essential: opensLink,
    variables: ["name", "shop", "validity"],
  },
  sign_in: {
    audience: "affiliate",
    group: "account",
    title: "Sign-in link",
    about: "An affiliate asks for a link to sign in.",
    essential: opensLink,
    variables: ["name", "shop", "validity"],
  },
  email_confirm: {
    audience: "affiliate",
    group: "account",
    title: "Confirm new email",
    about: "An affiliate changes their email address.",
    essential: opensLink,
    variables: ["name", "shop", "validity"],
  },
  email_changed: {
    audience: "affiliate",
    group: "account",
    title: "Email changed",
    about: "An affiliate's email address was changed. Sent to the former one.",
    essential: guardsAccount,
    variables: ["name", "shop"],
  },
  details_confirm: {
    audience: "affiliate",
    group: "account",
    title: "Confirm payout details",
    about: "An affiliate enters payout details.",
    essential: opensLink,
    variables: ["name", "shop", "account", "validity"],
  },
  details_changed: {
    audience: "affiliate",
    group: "account",
    title: "Payout details changed",
    about: "New payout details were confirmed. Sent to the former address, too.",
    essential: guardsAccount,
    variables: ["name", "shop", "account", "replaced", "date"],
  },
  details_used_early: {
    audience: "affiliate",
    group: "account",
    title: "Payout details used early",
    about: "You end the waiting period of new payout details.",
    essential: guardsAccount,
    variables: ["name", "shop", "account", "replaced"],
  },
  details_changed_shop: {
    audience: "merchant",
    group: "account",
    title: "Payout details changed",
    about: "An affiliate confirms new payout details.",
    essential: guardsAccount,
    variables: ["affiliate", "shop", "account", "account_before", "date"],
  },
  sale: {
    audience: "affiliate",
    group: "sales",
    title: "Sale",
    about: "An order is credited to an affiliate.",
    variables: ["name", "shop", "order", "amount", "source", "commission", "approval", "tier"],
  },
  sale_digest: {
    audience: "affiliate",
    group: "sales",
    title: "Several sales",
    about: "Orders come in quick succession, or the affiliate gets daily emails.",
    digestOf: "sale",
    variables: ["name", "shop", "count", "amount"],
  },
  approved: {
    audience: "affiliate",
    group: "sales",
    title: "Commission approved",
    about: "A commission is approved.",
    variables: ["name", "shop", "order", "amount", "balance", "next_payout"],
  },
  approved_digest: {
    audience: "affiliate",
    group: "sales",
    title: "Several commissions approved",
    about: "Several commissions are approved.",
    digestOf: "approved",
    variables: ["name", "shop", "count", "amount", "balance", "next_payout"],
  },
  reversed: {
    audience: "affiliate",
    group: "sales",
    title: "Commission reversed",
    about: "A commission is reversed in full or in part.",
    variables: ["name", "shop", "order", "cause", "amount", "remaining"],
  },
  reversed_digest: {
    audience: "affiliate",
    group: "sales",
    title: "Several commissions reversed",
    about: "Several commissions are reversed.",
    digestOf: "reversed",
    variables: ["name", "shop", "count", "amount"],
  },
  bonus: {
    audience: "affiliate",
    group: "sales",
    title: "Bonus",
    about: "An affiliate earns a bonus.",
    variables: ["name", "shop", "bonus", "amount"],
  },
  tier: {
    audience: "affiliate",
    group: "sales",
    title: "Tier reached",
    about: "An affiliate reaches a tier of a program.",
    variables: ["name", "shop", "program", "rate"],
  },
  claim_accepted: {
    audience: "affiliate",
    group: "sales",
    title: "Claim accepted",
    about: "You accept an affiliate's claim.",
    variables: ["name", "shop", "order", "message"],
  },
  claim_declined: {
    audience: "affiliate",
    group: "sales",
    title: "Claim declined",
    about: "You decline an affiliate's claim.",
    variables: ["name", "shop", "order", "message"],
  },
  code_changed: {
    audience: "affiliate",
    group: "sales",
    title: "Discount code changed",
    about: "You rename an affiliate's discount code.",
    essential: keepsPromise,
    variables: ["name", "shop", "code", "code_before"],
  },
  code_deactivated: {
    audience: "affiliate",
    group: "sales",
    title: "Discount code deactivated",
    about: "An affiliate's discount code stops working.",
    essential: keepsPromise,
    variables: ["name", "shop", "code", "reason"],
  },
  code_ends: {
    audience: "affiliate",
    group: "sales",
    title: "Discount code ends",
    about: "You end an affiliate's discount code and the notice period begins.",
    essential: keepsPromise,
    variables: ["name", "shop", "code", "date"],
  },
  code_stays: {
    audience: "affiliate",
    group: "sales",
    title: "Discount code stays",
    about: "You keep a discount code that was to end.",
    essential: keepsPromise,
    variables: ["name", "shop", "code", "date"],
  },
  paid: {
    audience: "affiliate",
    group: "payouts",
    title: "Payment sent",
    about: "A payment was sent to an affiliate.",
    variables: ["name", "shop", "amount", "payment", "covers", "deducted", "questions"],
  },
  unclaimed: {
    audience: "affiliate",
    group: "payouts",
    title: "Payment unclaimed",
    about: "A payment waits at PayPal for the affiliate.",
    essential: needsAction,
    variables: ["name", "shop", "amount", "account"],
  },
  returned: {
    audience: "affiliate",
    group: "payouts",
    title: "Payment returned",
    about: "A payment didn't arrive.",
    essential: needsAction,
    variables: ["name", "shop", "amount", "returned", "questions"],
  },
  payout_attention: {
    audience: "merchant",
    group: "payouts",
    title: "Payout needs attention",
    about: "Part of a payout waits for you.",
    variables: ["shop", "method", "amount", "state", "next", "skipped"],
  },
  details_missing: {
    audience: "affiliate",
    group: "payouts",
    title: "Payout details missing",
    about: "A balance can be paid, but the affiliate has no payout details.",
    variables: ["name", "shop", "amount"],
  },
  customer_missing: {
    audience: "affiliate",
    group: "payouts",
    title: "Customer account missing",
    about: "You ask an affiliate paid by store credit to create their customer account again.",
    variables: ["name", "shop", "email"],
  },
  statement: {
    audience: "affiliate",
    group: "payouts",
    title: "Statement ready",
    about: "A month ended in which an affiliate's balance changed.",
    variables: ["name", "shop", "month"],
  },
  minimum_raised: {
    audience: "affiliate",
    group: "payouts",
    title: "Minimum payout raised",
    about: "You raise the minimum payout and the notice period begins.",
    essential: keepsPromise,
    variables: ["name", "shop", "amount", "date"],
  },
  terms_lower: {
    audience: "affiliate",
    group: "terms",
    title: "Reduced terms",
    about: "You change a program's terms and the notice period begins.",
    essential: keepsPromise,
    variables: ["name", "shop", "program", "date", "changes"],
  },
  terms_better: {
    audience: "affiliate",
    group: "terms",
    title: "Better terms",
    about: "You improve a program's terms.",
    variables: ["name", "shop", "program", "changes"],
  },
  terms_new: {
    audience: "affiliate",
    group: "terms",
    title: "New terms",
    about: "You change a program's terms without notice.",
    essential: keepsPromise,
    variables: ["name", "shop", "program", "changes", "reason"],
  },
  terms_withdrawn: {
    audience: "affiliate",
    group: "terms",
    title: "New terms withdrawn",
    about: "You withdraw terms that haven't started.",
    essential: keepsPromise,
    variables: ["name", "shop", "program", "date"],
  },
  program_end: {
    audience: "affiliate",
    group: "terms",
    title: "Program ends",
    about: "A program, or an affiliate's part in it, ends.",
    essential: keepsPromise,
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
export function whyEssential(kind: EmailKind): string | null {
  const { essential }: Kind = emailKinds[kind];
  return essential ?? null;
}

export function isEmailKind(value: unknown): value is EmailKind {
  return typeof value === "string" && Object.hasOwn(emailKinds, value);
}
