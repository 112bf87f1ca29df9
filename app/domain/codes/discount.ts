import type { DiscountPart } from "./discount-part.ts";
import { findDecimal, findRateBps, WHOLE_BPS } from "../money.ts";
import type { FieldError } from "../refusal.ts";

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

/** Parts in which two readings differ. Ignores the end date, which pausing changes, and the number of uses. */
export function changedParts(one: DiscountDetails, other: DiscountDetails): DiscountPart[] {
  const [former, fresh] = [comparedParts(one), comparedParts(other)];
  return former.filter(([, text], at) => fresh[at]?.[1] !== text).map(([name]) => name);
}

function comparedParts(details: DiscountDetails): (readonly [DiscountPart, string])[] {
  const { value, scope, minimum } = details;
  const parts = value.kind === "amount" ? [value.kind, value.amount, value.eachItem] : Object.values(value);
  const read: [DiscountPart, unknown][] = [
    ["value", parts],
    ["scope", [scope.kind, scope.ids.toSorted()]],
    ["minimum", Object.values(minimum)],
    ["uses", details.usageLimit],
    ["once_per_customer", details.oncePerCustomer],
    ["combining", details.combinesWith.toSorted()],
    ["first_day", details.startsAt],
  ];
  return read.map(([name, one]) => [name, JSON.stringify(one)]);
}

/** A discount as a person enters it. Numbers are texts and checked here, where the currency is known. */
export type DiscountDraft = {
  /** Name in the store's admin. Derived from the value when absent. */
  readonly title?: string | undefined;
  readonly kind: "percentage" | "amount" | "free-shipping";
  readonly percent?: string | undefined;
  readonly amount?: string | undefined;
  readonly eachItem: boolean;
  readonly scope: (typeof discountScopes)[number];
  /** Numeric ids of products or collections. */
  readonly itemIds: readonly string[];
  readonly minimum: (typeof discountMinimums)[number];
  readonly minimumAmount?: string | undefined;
  readonly minimumQuantity?: number | undefined;
  /** First and last day in the shop's time zone, inclusive. */
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
  readonly usageLimit?: number | undefined;
  readonly oncePerCustomer: boolean;
  readonly combinesWith: readonly DiscountClass[];
};

/** Errors of a draft, each with its field. `today` is a day in the shop's time zone. */
export function faultsOfDraft(draft: DiscountDraft, currency: string, today: string): FieldError[] {
  return [
    ...faultsOfValue(draft, currency),
    ...faultsOfScope(draft),
    ...faultsOfMinimum(draft, currency),
    ...faultsOfDays(draft, today),
    ...faultsOfCombining(draft),
  ];
}

function faultsOfValue({ kind, percent, amount }: DiscountDraft, currency: string): FieldError[] {
  if (kind === "percentage") {
    const bps = findRateBps(percent ?? "");
    if (bps !== null && bps > 0 && bps <= WHOLE_BPS) return [];
    return [{ field: "percent", reason: { code: "rate_range" } }];
  }
  return kind === "amount" ? faultsOfAmount(amount, currency, "amount") : [];
}

function faultsOfAmount(text: string | undefined, currency: string, field: string): FieldError[] {
  const money = findDecimal(text ?? "", currency);
  if (money && money.minor > 0n && money.minor <= largestMinor) return [];
  const isLarge = money && money.minor > 0n;
  return [{ field, reason: isLarge ? { code: "too_large" } : { code: "amount_above_zero_in", currency } }];
}

/** The platform accepts no more digits. */
const largestMinor = 10n ** 15n;

function faultsOfScope({ kind, scope, itemIds }: DiscountDraft): FieldError[] {
  if (scope === "all") return [];
  if (kind === "free-shipping") {
    return [{ field: "scope", reason: { code: "free_shipping_for_all" } }];
  }
  return itemIds.length > 0 ? [] : [{ field: "itemIds", reason: { code: "choice_missing", what: "goods" } }];
}

function faultsOfMinimum(draft: DiscountDraft, currency: string): FieldError[] {
  if (draft.minimum === "subtotal") return faultsOfAmount(draft.minimumAmount, currency, "minimumAmount");
  if (draft.minimum === "quantity" && draft.minimumQuantity === undefined) {
    return [{ field: "minimumQuantity", reason: { code: "value_missing", what: "items" } }];
  }
  return [];
}

function faultsOfDays({ firstDay, lastDay }: DiscountDraft, today: string): FieldError[] {
  if (firstDay !== undefined && lastDay !== undefined && lastDay < firstDay) {
    return [{ field: "lastDay", reason: { code: "days_out_of_order" } }];
  }
  if (lastDay !== undefined && lastDay < today) {
    return [{ field: "lastDay", reason: { code: "day_in_past" } }];
  }
  return [];
}

/** Shopify applies only one shipping discount to an order. */
function faultsOfCombining({ kind, combinesWith }: DiscountDraft): FieldError[] {
  if (kind !== "free-shipping" || !combinesWith.includes("shipping")) return [];
  return [{ field: "combinesWith", reason: { code: "shipping_not_combined" } }];
}
