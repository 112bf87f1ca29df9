/** What a discount takes off; `percent` and `amount` are decimal texts, an amount in the shop's currency. */
export type DiscountValue =
  | { readonly kind: "percentage"; readonly percent: string }
  | { readonly kind: "amount"; readonly amount: string; readonly eachItem: boolean }
  | { readonly kind: "free-shipping" }
  /** One that only the store's admin can make, such as "buy one, get one". */
  | { readonly kind: "other" };

export const discountKinds = ["percentage", "amount", "free-shipping", "other"] as const;
export const discountScopes = ["all", "products", "collections"] as const;
export const discountMinimums = ["none", "subtotal", "quantity"] as const;
export const discountClasses = ["order", "product", "shipping"] as const;
export type DiscountClass = (typeof discountClasses)[number];

/** A discount as the platform has it. Ids are digits, instants ISO texts. */
export type DiscountDetails = {
  readonly value: DiscountValue;
  readonly scope: {
    readonly kind: (typeof discountScopes)[number];
    /** Products or collections; the first hundred of them. */
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
  /** Classes of discounts that it may be combined with. */
  readonly combinesWith: readonly DiscountClass[];
  /** How often its codes were used; the platform counts with some delay. */
  readonly timesUsed: number;
};

/** What a discount gives, in a few words: "15% off", "5.00 USD off each item", "Free shipping". */
export function discountWords({ value }: Pick<DiscountDetails, "value">, currency: string): string {
  if (value.kind === "percentage") return `${value.percent}% off`;
  if (value.kind === "free-shipping") return "Free shipping";
  if (value.kind === "other") return "A discount made in the store's admin";
  return `${value.amount} ${currency} off${value.eachItem ? " each item" : ""}`;
}

/** True when two readings of a discount say the same. Its end is left out, which pausing moves, and how often it was used. */
export function isSameDiscount(one: DiscountDetails, other: DiscountDetails): boolean {
  return changedParts(one, other).length === 0;
}

/** What differs between two readings, a sentence for a person: what it gives now, or which of its conditions changed. */
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
