import type { DiscountDetails } from "#app/domain/codes/discount.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

const t = merchantTexts("codes");

/** A discount in a few words, as in its title in the store: "15% off". */
export function discountWords({ value }: Pick<DiscountDetails, "value">, currency: string): string {
  switch (value.kind) {
    case "percentage":
      return t("value.percentage", { percent: value.percent });
    case "amount":
      return t(value.eachItem ? "value.eachItem" : "value.amount", { amount: value.amount, currency });
    case "free-shipping":
      return t("value.freeShipping");
    case "other":
    default:
      return t("value.other");
  }
}

/** Title in the store of a discount that got none. */
export function usualDiscountTitle(details: Pick<DiscountDetails, "value">, currency: string): string {
  return t("value.title", { value: discountWords(details, currency) });
}
