import { usualDiscountTitle } from "#app/gateways/shopify/discount-words.ts";
import { type DiscountDetails, type DiscountDraft, faultsOfDraft } from "#app/domain/codes/discount.ts";
import { findDecimal, findRateBps, toDecimal, toPercent } from "#app/domain/money.ts";
import { type Refusal, refuseFields } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import type { DiscountShop } from "./code-parts.ts";

/** A draft in the form that Shopify expects, or a refusal with its errors by field. */
export function detailsOfDraft(
  draft: DiscountDraft,
  { currency, timeZone }: Pick<DiscountShop, "currency" | "timeZone">,
  now: Date,
): { readonly title: string; readonly details: DiscountDetails } | Refusal {
  const errors = faultsOfDraft(draft, currency, dayIn(timeZone, now));
  const fault = refuseFields(errors);
  if (fault) return fault;
  const { firstDay, lastDay } = draft;
  const starts = firstDay === undefined ? now : dayStart(timeZone, firstDay);
  const details: DiscountDetails = {
    value: draftValue(draft, currency),
    scope: { kind: draft.scope, ids: draft.scope === "all" ? [] : [...new Set(draft.itemIds)] },
    minimum: draftMinimum(draft, currency),
    startsAt: wholeSeconds(starts),
    // The last day is included, so the discount ends where the next day begins.
    endsAt: lastDay === undefined ? null : wholeSeconds(dayStart(timeZone, dayAfter(lastDay, 1))),
    usageLimit: draft.usageLimit ?? null,
    oncePerCustomer: draft.oncePerCustomer,
    combinesWith: [...new Set(draft.combinesWith)],
    timesUsed: 0,
  };
  return { title: draft.title ?? usualDiscountTitle(details, currency), details };
}

function draftValue({ kind, percent, amount, eachItem }: DiscountDraft, currency: string) {
  if (kind === "percentage") return { kind, percent: toPercent(findRateBps(percent ?? "") ?? 0) };
  if (kind === "free-shipping") return { kind };
  return { kind, amount: decimalOf(amount, currency), eachItem };
}

function draftMinimum(draft: DiscountDraft, currency: string): DiscountDetails["minimum"] {
  const { minimum, minimumAmount, minimumQuantity = 1 } = draft;
  if (minimum === "subtotal") return { kind: minimum, amount: decimalOf(minimumAmount, currency) };
  return minimum === "quantity" ? { kind: minimum, quantity: minimumQuantity } : { kind: "none" };
}

function decimalOf(text: string | undefined, currency: string): string {
  return toDecimal(findDecimal(text ?? "", currency) ?? { minor: 0n, currency });
}

/** Shopify sends whole seconds in UTC. */
function wholeSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
