/** Why an affiliate may not be paid to these details now. */
export type Barred = "details_changed" | "no_details" | "not_active" | "paused";

/** Why a SEPA credit transfer can't make a payment. */
export type NotSepa = "amount" | "bic" | "currency" | "holder" | "iban" | "outside";

/** Reasons that payouts, their requests and payments keep, by code. */
export type PaymentReasons = {
  canceled_unsent: object;
  credit_account: { readonly what: "busy" | "unclear" | "unread" | "waiting" };
  credit_not_allowed: object;
  customer_gone: object;
  details_of_other_method: object;
  outcome_unknown: object;
  payment_barred: { readonly what: Barred };
  payments_barred: { readonly what: Barred; readonly count: number };
  payout_stopped: object;
  paypal_account_replaced: object;
  paypal_amount: { readonly currency: string };
  paypal_batch: { readonly what: "disconnected" | "other" | "other_amount" | "unknown" | "unlisted" };
  paypal_number_missing: object;
  paypal_other_fee: { readonly fee: string };
  paypal_replaced_while_sending: object;
  paypal_says_otherwise: { readonly said: string; readonly status: string };
  sepa_payments: { readonly what: NotSepa; readonly count: number };
  shopify_silent: object;
  statement_gave_up: { readonly what: "matching" | "reading" };
  statement_lost_scope: object;
  unclaimed_returned: object;
  waits_for_paypal: object;
};
