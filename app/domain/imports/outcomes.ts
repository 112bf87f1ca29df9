/** What an import does with a row. */
export const rowOutcomes = ["create", "change", "history", "skip", "decide"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row is created, changed, kept as history, skipped, or needs a decision. */
export const rowCodes = [
  "affiliate_new",
  "affiliate_known",
  "affiliate_unchanged",
  "customer_new",
  "customer_known",
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
  "order_credited_here",
  "order_of_this_app",
  "order_time_unclear",
  "imported_before",
  "other_file_imported",
  "pending_is_below_zero",
] as const;
export type RowCode = (typeof rowCodes)[number];

/** Parts of a person that could not be taken over. The person is imported anyway. */
export const personNotes = [
  "referral_code_taken",
  "link_taken",
  "discount_code_taken",
  "program_unknown",
] as const;
export type PersonNote = (typeof personNotes)[number];
