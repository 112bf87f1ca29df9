import { makeDiscountForm } from "#app/contracts/discount-forms.ts";
import { type FieldError, isRefusal } from "#app/domain/refusal.ts";
import { previewCodes } from "#app/flows/codes/make-discount.ts";
import { discountAsked } from "./discount-wire.ts";
import type { Misformed } from "./form-action.ts";
import { parse } from "./parse.ts";

/** Stands in for a template that is none. */
const anyTemplate = "{NAME}";

/**
 * What else is wrong with the form that makes a discount, where some of its fields cannot be read: these are left out,
 * and the others are looked at as they are before anything is made.
 */
export async function otherDiscountFaults({ context, given, told, now }: Misformed): Promise<FieldError[]> {
  const unread = new Set(told.map(({ field }) => field.split(".")[0] ?? field));
  const read = Object.entries(given).filter(([name]) => !unread.has(name));
  const rest = Object.fromEntries(unread.has("template") ? [...read, ["template", anyTemplate]] : read);
  const fields = parse(makeDiscountForm, rest);
  if (isRefusal(fields)) return [];
  const found = await previewCodes(context.shop, discountAsked(fields), now);
  return isRefusal(found) ? found.errors.filter(({ field }) => !unread.has(field)) : [];
}
