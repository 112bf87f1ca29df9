import { findDecimal, findRateBps, WHOLE_BPS } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import type { DiscountClass, discountMinimums, discountScopes } from "./discount.ts";

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
    return [
      { field: "percent", message: "Enter a percentage above 0 and at most 100, with at most two decimals" },
    ];
  }
  return kind === "amount" ? faultsOfAmount(amount, currency, "amount") : [];
}

function faultsOfAmount(text: string | undefined, currency: string, field: string): FieldError[] {
  const money = findDecimal(text ?? "", currency);
  if (money && money.minor > 0n && money.minor <= largestMinor) return [];
  const message = money && money.minor > 0n ? "Is too large" : `Enter an amount above 0 in ${currency}`;
  return [{ field, message }];
}

/** The platform accepts no more digits. */
const largestMinor = 10n ** 15n;

function faultsOfScope({ kind, scope, itemIds }: DiscountDraft): FieldError[] {
  if (scope === "all") return [];
  if (kind === "free-shipping") {
    return [{ field: "scope", message: "Free shipping is for everything: choose a minimum instead" }];
  }
  return itemIds.length > 0 ? [] : [{ field: "itemIds", message: `Choose at least one of the ${scope}` }];
}

function faultsOfMinimum(draft: DiscountDraft, currency: string): FieldError[] {
  if (draft.minimum === "subtotal") return faultsOfAmount(draft.minimumAmount, currency, "minimumAmount");
  if (draft.minimum === "quantity" && draft.minimumQuantity === undefined) {
    return [{ field: "minimumQuantity", message: "Enter how many items the cart has to hold" }];
  }
  return [];
}

function faultsOfDays({ firstDay, lastDay }: DiscountDraft, today: string): FieldError[] {
  if (firstDay !== undefined && lastDay !== undefined && lastDay < firstDay) {
    return [{ field: "lastDay", message: "Must not be before the first day" }];
  }
  if (lastDay !== undefined && lastDay < today) return [{ field: "lastDay", message: "Is over already" }];
  return [];
}

/** Shopify applies only one shipping discount to an order. */
function faultsOfCombining({ kind, combinesWith }: DiscountDraft): FieldError[] {
  if (kind !== "free-shipping" || !combinesWith.includes("shipping")) return [];
  return [{ field: "combinesWith", message: "Free shipping cannot be combined with shipping discounts" }];
}
