import type { DiscountViewWire } from "#app/contracts/discount.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { type DiscountValues, firstValues } from "./discount-values.ts";

/** What the form of an existing discount begins with: what was typed and refused, or what it is. */
export function editedValues(
  { details }: DiscountViewWire,
  timeZone: string,
  refusal: FormRefusal | null,
): DiscountValues {
  const { value, minimum, endsAt, usageLimit, oncePerCustomer, combinesWith } = details;
  const typed = firstValues(refusal);
  if (refusal?.given) return { ...typed, texts: { ...typed.texts, kind: value.kind } };
  const texts = {
    ...typed.texts,
    kind: value.kind,
    percent: text(value, "percent"),
    amount: text(value, "amount"),
    minimum: minimum.kind,
    minimumAmount: text(minimum, "amount"),
    minimumQuantity: text(minimum, "quantity"),
    lastDay: endsAt === null ? "" : lastDayBefore(endsAt, timeZone),
    usageLimit: usageLimit === null ? "" : String(usageLimit),
  };
  return { ...typed, texts, eachItem: value["eachItem"] === true, oncePerCustomer, combinesWith };
}

/** A discount ends where the day after its last one begins, in the store. */
function lastDayBefore(endsAt: string, timeZone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat("en-CA", options).format(new Date(Date.parse(endsAt) - 1000));
}

function text(of: Readonly<Record<string, unknown>>, name: string): string {
  const given = of[name];
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}
