/** Value of a discount. `percent` and `amount` are decimal texts, amounts in the shop's currency. */
export type DiscountValue =
  | { readonly kind: "percentage"; readonly percent: string }
  | { readonly kind: "amount"; readonly amount: string; readonly eachItem: boolean }
  | { readonly kind: "free-shipping" }
  /** A type that only the store's admin can create, such as "buy one, get one". */
  | { readonly kind: "other" };

export const discountKinds = ["percentage", "amount", "free-shipping", "other"] as const;
export const discountScopes = ["all", "products", "collections"] as const;
export const discountMinimums = ["none", "subtotal", "quantity"] as const;
export const discountClasses = ["order", "product", "shipping"] as const;
export type DiscountClass = (typeof discountClasses)[number];

/** A discount as read from Shopify. Ids are numeric, instants ISO texts. */
export type DiscountDetails = {
  readonly value: DiscountValue;
  readonly scope: {
    readonly kind: (typeof discountScopes)[number];
    /** Product or collection ids, at most the first 100. */
    readonly ids: readonly string[];
  };
  readonly minimum:
    | { readonly kind: "none" }
    | { readonly kind: "subtotal"; readonly amount: string }
    | { readonly kind: "quantity"; readonly quantity: number };
  readonly startsAt: string;
  readonly endsAt: string | null;
  /** How often each code may be used. */
  readonly usageLimit: number | null;
  readonly oncePerCustomer: boolean;
  /** Classes of discounts that it combines with. */
  readonly combinesWith: readonly DiscountClass[];
  /** Total uses of its codes. Shopify updates this number with some delay. */
  readonly timesUsed: number;
};

/** Short text for a discount: "15% off", "5.00 USD off each item", "Free shipping". */
export function discountWords({ value }: Pick<DiscountDetails, "value">, currency: string): string {
  if (value.kind === "percentage") return `${value.percent}% off`;
  if (value.kind === "free-shipping") return "Free shipping";
  if (value.kind === "other") return "A discount made in the store's admin";
  return `${value.amount} ${currency} off${value.eachItem ? " each item" : ""}`;
}

/**
 * True when two readings have the same terms. Ignores the end date, which pausing changes, and the number of
 * uses.
 */
export function isSameDiscount(one: DiscountDetails, other: DiscountDetails): boolean {
  return changedParts(one, other).length === 0;
}

/** Describes for a person how two readings differ: the new value, and the names of other changed conditions. */
export function changeWords(former: DiscountDetails, fresh: DiscountDetails, currency: string): string {
  const parts = changedParts(former, fresh);
  const [gives, conditions] = [parts.includes("value"), parts.filter((one) => one !== "value")];
  const changed = conditions.length > 0 ? [`changed: ${conditions.join(", ")}`] : [];
  return [...(gives ? [`it gives "${discountWords(fresh, currency)}" now`] : []), ...changed].join("; ");
}

function changedParts(one: DiscountDetails, other: DiscountDetails): string[] {
  const [former, fresh] = [comparable(one), comparable(other)];
  return former.filter(([, text], at) => fresh[at]?.[1] !== text).map(([name]) => name);
}

function comparable(details: DiscountDetails): (readonly [string, string])[] {
  const { value, scope, minimum } = details;
  const parts = value.kind === "amount" ? [value.kind, value.amount, value.eachItem] : Object.values(value);
  const read: [string, unknown][] = [
    ["value", parts],
    ["what it applies to", [scope.kind, scope.ids.toSorted()]],
    ["minimum", Object.values(minimum)],
    ["uses of each code", details.usageLimit],
    ["once per customer", details.oncePerCustomer],
    ["combining with other discounts", details.combinesWith.toSorted()],
    ["first day", details.startsAt],
  ];
  return read.map(([name, one]) => [name, JSON.stringify(one)]);
}
