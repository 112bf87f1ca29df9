/** Parts of a discount that a notice can name. */
export type DiscountPart =
  "value" | "scope" | "minimum" | "uses" | "once_per_customer" | "combining" | "first_day";
