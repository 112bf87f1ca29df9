/** The search for products, variants, and collections of the store. */
export const goods = {
  search: "Search by title",
  gone: "{kind, select, product {Product} variant {Variant} other {Collection}} {id}, no longer in the store",
} as const;
