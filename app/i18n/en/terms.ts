/** The terms of programs and their changes, in words. */
export const terms = {
  page: {
    title: "Your terms",
    none: "You aren't in a program yet.",
    since: "Since {date}",
    accepted: "You accepted these terms when you joined.",
    upcoming: "New terms start {date}",
    earlier: "Earlier terms",
    between: "{from} to {to}",
  },
  pay: {
    percentage: "{rate}",
    fixed: "{amount} per order",
    perItem: "{amount} per item",
    none: "no commission",
    tiers: "rates by tier",
  },
  line: {
    everySale: "Every sale",
    notice:
      "{days, plural, =0 {Terms may change without notice.} one {You get # day's notice before lower terms start.} other {You get # days' notice before lower terms start.}}",
    sale: "Earn {pay} of each sale.",
    rule: "{rule}: {pay}.",
    below: "{subject}: {pay} before the first tier.",
    step: "{subject}: {pay} after {threshold} {span}.",
    bonus: "Bonus of {amount} at {threshold}.",
    repeatedBonus: "Bonus of {amount} for every {threshold}.",
    orderCap: "At most {amount} per order.",
    affiliateCap: "At most {amount} {span}.",
    window: "{days, plural, one {Clicks count for # day.} other {Clicks count for # days.}}",
    minimum: "Payouts start at {amount}.",
    upcoming: "From {date}: {change}",
  },
  threshold: {
    orders: "{count, plural, one {# order} other {# orders}}",
    sales: "{amount} in sales",
  },
  span: {
    ever: "in total",
    month: "in a calendar month",
    quarter: "in a calendar quarter",
    year: "in a calendar year",
    days: "{count, plural, one {in a day} other {within # days}}",
  },
  approved: {
    order:
      "{days, plural, =0 {Approved with the order.} one {Approved # day after the order.} other {Approved # days after the order.}}",
    payment:
      "{days, plural, =0 {Approved with the payment.} one {Approved # day after the payment.} other {Approved # days after the payment.}}",
    fulfilment:
      "{days, plural, =0 {Approved with the fulfillment.} one {Approved # day after the fulfillment.} other {Approved # days after the fulfillment.}}",
  },
  reviewed: {
    order:
      "{days, plural, =0 {The store reviews each commission.} one {The store reviews each commission # day after the order.} other {The store reviews each commission # days after the order.}}",
    payment:
      "{days, plural, =0 {The store reviews each commission after the payment.} one {The store reviews each commission # day after the payment.} other {The store reviews each commission # days after the payment.}}",
    fulfilment:
      "{days, plural, =0 {The store reviews each commission after the fulfillment.} one {The store reviews each commission # day after the fulfillment.} other {The store reviews each commission # days after the fulfillment.}}",
  },
  change: {
    fromTo: "{subject}: {before} → {after}",
    rules: "The rules have new conditions or a new order.",
    tier: "{subject} after {threshold}",
    firstTier: "{subject} before the first tier",
    orderCap: "Limit per order",
    affiliateCap: "Limit per affiliate",
    noLimit: "no limit",
    sharedCap: "The limit is shared differently between rates.",
    bonusAdded: "Bonus added: {bonus}",
    bonusRemoved: "Bonus removed: {bonus}",
    window: "Clicks count for",
    days: "{days, plural, one {# day} other {# days}}",
    approvalPeriod: "Approval period",
    approvalFrom: "Approval period starts with",
    approval: "Approval",
    automatic: "automatic",
    manual: "by the store",
    with: "Commission now includes {part}.",
    without: "Commission no longer includes {part}.",
  },
  reason: { fraud: "suspected fraud", legal: "legal reasons", leakedCode: "a leaked code" },
  start: { order: "the order", payment: "the payment", fulfilment: "the fulfillment" },
  part: {
    shipping: "shipping",
    tax: "tax",
    tips: "tips",
    giftCards: "gift cards",
    duties: "duties",
    beforeDiscounts: "discounts",
  },
} as const;
