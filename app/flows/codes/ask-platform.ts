import type { Reason } from "#app/domain/refusal-codes.ts";
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
    if (error.kind === "forbidden") {
      return refuse("unavailable", { code: "failed", message: error.message }, field);
    }
    return error.kind === "refused" || error.kind === "denied"
      ? refuse("not-possible", { code: "platform_refused", message: error.message }, field)
      : refuse("unavailable", { code: "platform_unreachable" }, field);
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

const takenInStore = { code: "code_exists_in_store" } as const;

/** Shopify's errors at our fields. Errors without a known field go to `codeField`. */
export function refusalOf(faults: readonly DiscountFault[], codeField: string): Refusal {
  const errors = faults.map(({ field, message, code, reason: own }) => {
    const [, ours = codeField] = fields.find(([theirs]) => field.includes(theirs)) ?? [];
    const reason: Reason = own ?? (code === "TAKEN" ? takenInStore : { code: "platform_refused", message });
    return { field: ours, reason };
  });
  const reason = errors[0]?.reason ?? ({ code: "platform_unreachable" } as const);
  return { refused: faults.some(isTaken) ? "conflict" : "invalid", reason, errors };
}

/** True if the code exists already. */
export function isTaken({ code }: Pick<DiscountFault, "code">): boolean {
  return code === "TAKEN";
}
