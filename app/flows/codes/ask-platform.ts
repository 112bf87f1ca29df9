import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { DiscountFault } from "#app/gateways/shopify/change-discounts.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";

/** Asks Shopify. If it does not answer, returns a refusal at `field` that says to try again. */
export async function askPlatform<T>(
  ask: () => Promise<T>,
  field?: string,
): Promise<{ readonly answer: T } | Refusal> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === "forbidden") return refuse("unavailable", error.message, field);
    return error.kind === "refused" || error.kind === "denied"
      ? refuse("not-possible", `Shopify refuses: ${error.message}`, field)
      : refuse("unavailable", "Shopify could not be asked about this code. Please try again.", field);
  }
}

/** Parts of Shopify's field paths, with our fields for them. */
const fields: readonly (readonly [string, string])[] = [
  ["percentage", "percent"],
  ["discountAmount", "amount"],
  ["products", "itemIds"],
  ["collections", "itemIds"],
  ["minimumRequirement", "minimum"],
  ["endsAt", "lastDay"],
  ["startsAt", "firstDay"],
  ["usageLimit", "usageLimit"],
  ["combinesWith", "combinesWith"],
  ["title", "title"],
];

/** Shopify's errors at our fields. Errors without a known field go to `codeField`. */
export function refusalOf(faults: readonly DiscountFault[], codeField: string): Refusal {
  const errors = faults.map(({ field, message, code }) => {
    const [, ours = codeField] = fields.find(([theirs]) => field.includes(theirs)) ?? [];
    const text = code === "TAKEN" ? "The store has a discount with this code already" : message;
    return { field: ours, message: text };
  });
  const message = errors[0]?.message ?? "Shopify did not do it, and does not say why";
  return { refused: faults.some(isTaken) ? "conflict" : "invalid", message, errors };
}

/** True if the code exists already. */
export function isTaken({ code }: Pick<DiscountFault, "code">): boolean {
  return code === "TAKEN";
}
