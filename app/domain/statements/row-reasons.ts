/** Why a row of a statement is unclear, or isn't booked. */
export type RowFault =
  | "amount"
  | "amount_missing"
  | "amount_not_positive"
  | "back_and_out"
  | "balance"
  | "balance_differs"
  | "came_back_unnamed"
  | "corrects"
  | "currency"
  | "date"
  | "day"
  | "day_missing"
  | "direction_conflict"
  | "direction_untold"
  | "fee_unclear"
  | "in_refused"
  | "names_elsewhere"
  | "names_other_method"
  | "names_other_payouts"
  | "names_several"
  | "neither"
  | "not_a_payment"
  | "not_booked"
  | "not_carried_out"
  | "number_repeated"
  | "one_fee"
  | "other_currency"
  | "parts_differ"
  | "parts_unpriced"
  | "payments_other_currency"
  | "count_untold"
  | "status"
  | "status_missing"
  | "stray_part"
  | "uncertain"
  | "width";

/** Questions about a file that the merchant answers before the import. */
export type ReadingQuestionWhat =
  "amount" | "currency" | "date" | "dates" | "decimals" | "direction" | "fee" | "reference";

/** Reasons of rows and of questions about a statement's file, by code. */
export type StatementReasons = {
  reading: { readonly what: ReadingQuestionWhat };
  reading_accounts: { readonly count: number };
  reading_amounts: { readonly one: string; readonly other: string };
  reading_dates: { readonly unread: number; readonly count: number; readonly order: "ymd" | "dmy" | "mdy" };
  reading_word: { readonly word: string };
  row: { readonly what: RowFault };
  row_amount: { readonly what: "amount" | "fee"; readonly currency: string };
  row_booked_as_one: { readonly count: number };
  row_counts_differ: { readonly booked: number; readonly count: number };
  row_day: { readonly text: string };
  row_day_far: { readonly day: { readonly day: string } };
  row_names: { readonly count: number };
  row_names_others: { readonly count: number };
  row_not_sum: { readonly count: number };
  row_part: { readonly line: number };
  row_repeats: { readonly line: number };
  row_word: { readonly what: "flag" | "status" | "type"; readonly word: string };
};
