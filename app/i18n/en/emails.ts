/** Sentences of emails outside the templates, and values in them. */
export const emails = {
  footer: {
    affiliate: "You get this because you're a {shop} affiliate.",
    applicant: "You get this because this address was used to apply to {shop}.",
    invited: "You get this because {shop} invited you.",
    settings: "Notification settings and unsubscribe",
  },
  validity: {
    days: "{count, plural, one {# day} other {# days}}",
    hours: "{count, plural, one {# hour} other {# hours}}",
    minutes: "{count, plural, one {# minute} other {# minutes}}",
  },
  sale: {
    byLink: "order {order} came through your link.",
    byOther: "order {order} was credited to you.",
    approvedBy: "It will be approved by {date} unless the order is refunded.",
    amountOf: "{amount} ({parts})",
    part: "{rate} of {eligible}",
    reviewed: "{shop} reviews it before it's approved.",
  },
  tier: {
    month: "{left} more this month and you earn {pay}.",
    quarter: "{left} more this quarter and you earn {pay}.",
    year: "{left} more this year and you earn {pay}.",
    rolling:
      "{days, plural, one {{left} more today and you earn {pay}.} other {{left} more within # days and you earn {pay}.}}",
    ever: "{left} more and you earn {pay}.",
    orders: "{count, plural, one {# order} other {# orders}}",
    percentage: "{rate}",
    fixed: "{amount} per order",
    perItem: "{amount} per item",
    none: "no commission",
    ofRule: "{pay} for {rule}",
  },
  approved: {
    nextByPaypal: "Next payout: {date} by PayPal.",
    nextByBank: "Next payout: {date} by bank transfer.",
    nextByCredit: "Next payout: {date} as store credit.",
    detailsMissing: "Add payout details to get paid.",
    detailsUnconfirmed: "Confirm your payout details to get paid.",
    minimum: "Payouts start at {minimum}.",
    unscheduled: "Payout dates are set by {shop}.",
    addDetails: "Add payout details",
  },
  reversed: {
    refunded: "order {order} was refunded.",
    canceled: "order {order} was canceled.",
    disputed: "the payment for order {order} was disputed and lost.",
    declined: "{shop} denied your commission for order {order}.",
    declinedFor: "{shop} denied your commission for order {order}. Reason: {reason}",
    reassigned: "{shop} credited order {order} to another affiliate.",
    changed: "order {order} was changed or refunded in part.",
  },
  paid: {
    paypal:
      "{amount} is on its way to {account, select, none {your PayPal account} other {your PayPal account {account}}}.",
    bank: "{amount} is on its way to {account, select, none {your bank account} other {your bank account {account}}}. Bank transfers usually arrive in 1-3 business days.",
    storeCredit: "{amount} was added to your store credit. It's in your {shop} account now.",
    manual: "{shop} marked {amount} as paid to you.",
    covers: "It covers {count, plural, one {# commission} other {# commissions}}.",
    refunded:
      "{count, plural, one {Includes {amount} for a refund of {orders}.} other {Includes {amount} for refunds of {orders}.}}",
    deducted: "Includes {amount} for refunds and adjustments.",
    questions: "Questions? Reply to this email.",
  },
  returned: {
    text: "{shop} couldn't pay you {amount}{account, select, none {} other { to {account}}}.",
  },
  details: {
    replaced: "Until now, you were paid to {account}.",
  },
  application: {
    reapplyAfter: "You can apply again after {days, plural, one {# day} other {# days}}.",
    reapplyNow: "You can apply again at any time.",
  },
  terms: {
    reason: "Reason: {reason}.",
  },
} as const;
