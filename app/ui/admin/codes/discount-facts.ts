import type { DiscountWire } from "#app/contracts/discount.ts";
import type { Fact } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";

/** What the store's discount is, line by line. */
export function discountFacts(discount: DiscountWire, currency: string, timeZone: string): Fact[] {
  const { details, template, gives } = discount;
  const { scope, minimum, startsAt, endsAt, usageLimit, oncePerCustomer, combinesWith } = details;
  const count = formatCount(scope.ids.length);
  return [
    { term: "Gives", description: gives },
    { term: "Applies to", description: scope.kind === "all" ? "All products" : `${count} ${scope.kind}` },
    { term: "Minimum", description: minimumText(minimum, currency) },
    { term: "From", description: formatDateTime(startsAt, timeZone) },
    { term: "Until", description: endsAt === null ? "No end" : formatDateTime(endsAt, timeZone) },
    { term: "Uses of each code", description: usageLimit === null ? "Any number" : formatCount(usageLimit) },
    { term: "Used", description: usedText(details.timesUsed) },
    { term: "Once per customer", description: oncePerCustomer ? "Yes" : "No" },
    {
      term: "Combined with",
      description: combinesWith.map((one) => `${one} discounts`).join(", ") || "Nothing",
    },
    { term: "Template", description: template ?? "Made in the store's admin" },
  ];
}

function usedText(times: number): string {
  return `${formatCount(times)} ${times === 1 ? "time" : "times"}`;
}

function minimumText(minimum: DiscountWire["details"]["minimum"], currency: string): string {
  if (minimum.kind === "subtotal") return `${String(minimum["amount"])} ${currency}`;
  return minimum.kind === "quantity" ? `${String(minimum["quantity"])} items` : "None";
}
