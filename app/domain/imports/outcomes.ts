import type { ImportUse } from "./import-kinds.ts";

/** What an import does with a row. */
export const rowOutcomes = ["create", "change", "history", "skip", "decide"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row is created, changed, kept as history, skipped, or needs a decision. */
export const rowCodes = [
  "affiliate_new",
  "affiliate_known",
  "affiliate_unchanged",
  "affiliate_similar",
  "affiliate_merged",
  "customer_new",
  "customer_known",
  "customer_moved",
  "balance_approved",
  "balance_pending",
  "balance_deduction",
  "balance_zero",
  "merged",
  "paid_before",
  "denied_before",

  "email_missing",
  "email_invalid",
  "email_repeated",
  "status_unknown",
  "affiliate_missing",
  "affiliate_unknown",
  "customer_missing",
  "customer_invalid",
  "customer_repeated",
  "customer_taken",
  "amount_missing",
  "amount_unreadable",
  "currency_unknown",
  "currency_differs",
  "currency_foreign",
  "order_unknown",
  "order_credited_here",
  "order_of_this_app",
  "order_time_unclear",
  "imported_before",
  "order_imported",
  "other_file_imported",
  "balance_differs",
  "pending_is_below_zero",
] as const;
export type RowCode = (typeof rowCodes)[number];

/** Uses of the columns that a code is about. The first one that the file has counts. */
export const codeUses: ReadonlyMap<RowCode, readonly ImportUse[]> = new Map<RowCode, readonly ImportUse[]>([
  ["email_missing", ["email"]],
  ["email_invalid", ["email"]],
  ["status_unknown", ["status", "paid"]],
  ["affiliate_missing", ["email", "affiliateId"]],
  ["affiliate_unknown", ["email", "affiliateId"]],
  ["customer_missing", ["customerEmail"]],
  ["customer_invalid", ["customerEmail"]],
  ["amount_missing", ["amount"]],
  ["amount_unreadable", ["amount"]],
  ["currency_unknown", ["currency", "amount"]],
  ["currency_differs", ["currency", "amount"]],
  ["currency_foreign", ["currency", "amount"]],
  ["balance_differs", ["amount"]],
]);

/** Parts of a person that could not be taken over. The person is imported anyway. */
export const personNotes = [
  "referral_code_taken",
  "link_taken",
  "discount_code_taken",
  "program_unknown",
  "rate_not_taken",
  "parts_left_out",
] as const;
export type PersonNote = (typeof personNotes)[number];

/** Parts of a person that an import sets or adds to. */
export const changeFields = [
  "status",
  "program",
  "rate",
  "referralCode",
  "links",
  "discountCodes",
  "tags",
  "payoutEmail",
] as const;

/** A change of a person. `from` is '' for what they don't have yet. */
export type RowChange = {
  readonly field: (typeof changeFields)[number];
  readonly from: string;
  readonly to: string;
};
