/** Attribution rules in one line, in their history and on an order. */
export const attributionRules = {
  priority: "Priority: {signals}",
  nothing: "none",
  off: "off: {signals}",
  touch: { last: "last click counts", first: "first click counts" },
  binding: {
    never: "no lifetime customers",
    life: "customers stay for life",
  },
  days: "{days, plural, one {customers stay for # day} other {customers stay for # days}}",
  newTo: {
    store: "new customers are new to the store",
    affiliate: "new customers are new to affiliates",
  },
} as const;
