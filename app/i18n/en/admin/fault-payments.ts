/** Why payouts, their requests and payments wait, stopped or failed. */
export const faultPayments = {
  canceled_unsent: "You canceled it before it was sent.",
  credit_account: {
    busy: "Another payment to this customer is being sent. The app tries again in a minute.",
    unclear: "The customer has several new credits of this amount. Check which one is this payment.",
    unread: "Shopify didn't answer. The app tries again.",
    waiting: "The app is making sure the last attempt is over.",
  },
  credit_not_allowed: "Allow store credit to send this payout.",
  customer_gone: "This customer was deleted from your store.",
  details_of_other_method: "The affiliate changed to another payout method.",
  outcome_unknown: "The provider didn't confirm in time whether this was paid.",
  payment_barred: {
    details_changed: "The affiliate changed their payout details.",
    no_details: "The affiliate has no payout details.",
    not_active: "The affiliate isn't active anymore.",
    paused: "The affiliate's payouts are paused.",
  },
  payments_barred: {
    details_changed:
      "{count, plural, one {# payment} other {# payments}} can't be sent. Payout details changed. Cancel the payments, then pay again.",
    no_details:
      "{count, plural, one {# payment} other {# payments}} can't be sent. Payout details are missing. Cancel the payments, then pay again.",
    not_active:
      "{count, plural, one {# payment} other {# payments}} can't be sent. The affiliate isn't active. Cancel the payments, then pay again.",
    paused:
      "{count, plural, one {# payment} other {# payments}} can't be sent. Payouts are paused. Cancel the payments, then pay again.",
  },
  payout_stopped: "Something went wrong. The app tries again. Nothing is lost or paid twice.",
  paypal_account_replaced: "Your PayPal account changed. Cancel the payments, then pay again.",
  paypal_amount: "PayPal can't pay this amount in {currency}.",
  paypal_batch: {
    disconnected: "The PayPal account that paid this is disconnected.",
    other: "PayPal's answer is about another payout.",
    other_amount: "PayPal paid a different amount.",
    unknown: "PayPal doesn't know this payout.",
    unlisted: "PayPal's answer doesn't include this payment.",
  },
  paypal_number_missing: "PayPal accepted this payout and hasn't confirmed its number yet.",
  paypal_other_fee: "PayPal charged {fee}. Fees in other currencies aren't recorded.",
  paypal_replaced_while_sending:
    "Your PayPal account changed while this was being sent. Import its PayPal report to see what was paid.",
  paypal_says_otherwise:
    "The provider says {said, select, SUCCESS {paid} FAILED {failed} RETURNED {returned} UNCLAIMED {unclaimed} ONHOLD {in review} BLOCKED {blocked} REFUNDED {refunded} REVERSED {reversed} other {{said}}}, but the app says {status, select, planned {ready} needs_attention {needs attention} in_review {in review} other {{status}}}.",
  sepa_payments: {
    amount:
      "{count, plural, one {# payment} other {# payments}} can't be in a SEPA file. The amount is too large. Download a CSV file.",
    bic: "{count, plural, one {# payment} other {# payments}} can't be in a SEPA file. The BIC isn't valid. Download a CSV file.",
    currency:
      "{count, plural, one {# payment} other {# payments}} can't be in a SEPA file. SEPA pays only euros. Download a CSV file.",
    holder:
      "{count, plural, one {# payment} other {# payments}} can't be in a SEPA file. The account holder has characters that SEPA doesn't allow. Download a CSV file.",
    iban: "{count, plural, one {# payment} other {# payments}} can't be in a SEPA file. The IBAN isn't valid. Download a CSV file.",
    outside:
      "{count, plural, one {# payment} other {# payments}} can't be in a SEPA file. The account is outside SEPA. Download a CSV file.",
  },
  shopify_silent: "Shopify gave no clear answer. The app checks again.",
  statement_gave_up: {
    matching: "Comparing failed several times. No money moved. Resume to try again.",
    reading: "Shopify didn't answer for over an hour. Resume to try again.",
  },
  statement_lost_scope: "Allow store credit in Settings ▸ Payouts, then resume.",
  unclaimed_returned: "The affiliate didn't claim it.",
  waits_for_paypal: "Connect PayPal to send this payout.",
} as const;
