/**
 * Reasons for a credit or its absence. Codes are stored in the database and in API answers. Their texts may
 * change.
 */
const texts = {
  "won-by-code": "The shopper used this affiliate's discount code.",
  "won-by-click":
    "The shopper came by this affiliate's link, and of the links that counted it was the one that decides.",
  "won-by-landing": "The shopper's visit began on a page that carried this affiliate's code.",
  "won-by-customer": "The customer is bound to this affiliate.",
  "won-by-pixel": "The web pixel saw a click on this affiliate's link at the checkout.",
  "won-by-product": "A product of the order belongs to this affiliate.",
  "won-by-claim": "The affiliate said that the order was theirs, and a person agreed.",
  "won-by-renewal": "The subscription's first order is credited to this affiliate.",
  "won-by-tag": "The tags or the note contain this affiliate's code.",

  reassigned: "A person gave the credit for this order to this affiliate.",
  "given-away": "A person gave the credit for this order to another affiliate.",
  "reassigned-away": "A person gave the credit for the order to another affiliate.",

  outranked: "Other evidence decided, which comes first in the store's order of precedence.",
  "signal-off": "The store has switched this kind of evidence off: it is kept, and decides nothing.",
  "carried-too": "The order carries the same click itself, and it counts as that.",
  "later-click": "A later click within the window counted instead.",
  "earlier-click": "An earlier click within the window counted instead: the store lets the first one decide.",
  "another-code": "Another code stood first on the order.",
  "another-binding": "Another binding of the customer came first.",
  "another-landing": "Another part of the landing page's address came first.",
  "another-product": "Another product that belongs to an affiliate came first.",
  "another-claim": "Another claim came first.",
  "another-first-order": "Another first order of the subscription came first.",
  "another-tag": "Another code in the tags or the note came first.",
  "after-order": "It happened after the order was created, so it cannot have led to it.",
  "window-passed":
    "More time passed between the click and the order than the program's attribution window allows.",
  "affiliate-unknown": "The affiliate is not known in this store.",
  "affiliate-not-active": "The affiliate was not active when the order was created.",
  "no-program": "The affiliate was in no program when the order was created.",
  "program-not-active": "The program was not active when the order was created.",
  "no-terms": "The program had no terms yet when the order was created.",

  "no-evidence":
    "Nothing points to an affiliate: no code, no click, no landing page, no bound customer, no owner of a product.",
  "no-first-order": "This subscription renewal matches no earlier subscription order of the customer.",
  "first-order-not-credited": "No affiliate was credited with the first order of this subscription.",
  "order-not-seen": "So far only a refund or the deletion of this order was heard of, not the order itself.",
  "waiting-for-catalog": "The platform is being asked about the products and the customer.",
  "test-order": "It is a test order. Test orders never earn.",
  deleted: "The order was deleted.",
  cancelled: "The order was cancelled.",
  "dispute-lost": "The payment was disputed and the dispute was lost.",
  "refunded-whole": "Everything that counts was refunded.",
  "nothing-commissionable": "Nothing on the order counts towards commission under the program's terms.",
  "no-commission-rule": "The terms pay no commission for these goods.",
  "cap-reached": "The cap for the order or for the affiliate's period leaves nothing.",
  "rounded-to-nothing": "The commission is less than half of the smallest unit of the currency.",
  "fixed-amount-other-currency": "The program pays a fixed amount in another currency than the order's.",

  "fixed-lines-gone":
    "The goods over which the fixed amount was shared are gone; goods that were added later get no share.",

  "release-due": "The hold is over and nothing stands against it.",
  "approval-running": "The hold is still running.",
  "order-not-paid": "The order is not paid.",
  "dispute-open": "The payment is disputed.",
  "affiliate-suspended": "The affiliate is not active, so release waits.",
  "held-by-hand": "It is held by a person.",
  "held-by-rule": "A fraud rule holds it.",
  "approval-needed": "Ready for your approval.",
  "approval-not-begun": "The hold has not begun: the order is not paid or not fulfilled yet.",
  "denied-by-hand": "It was denied by a person.",
  "denied-by-rule": "A fraud rule denied it.",
  "added-by-hand": "It was added by a person.",
  "bonus-reached": "It is a bonus for what the affiliate reached.",
  "bonus-not-reached": "The affiliate's count is below the threshold of the bonus.",
} as const;

export type ReasonCode = keyof typeof texts;

/** Text of a reason, for screens and API answers. */
export function reasonText(code: ReasonCode): string {
  return texts[code];
}

/** A reason for people. Stored codes of older versions have no text and are shown as they are. */
export type Reason = { readonly code: string; readonly text: string };

export function reasonOf(code: string): Reason {
  return { code, text: isReasonCode(code) ? reasonText(code) : code };
}

/** True for a current reason code, false for one of an older version. */
export function isReasonCode(text: string): text is ReasonCode {
  return Object.hasOwn(texts, text);
}
