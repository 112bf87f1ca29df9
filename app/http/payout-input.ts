import type { PayoutPreviewQuery } from "#app/contracts/payout.ts";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import { findDecimal } from "#app/domain/money.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import type { PayoutChoice } from "#app/flows/payouts/preview-section.ts";
import { dayStart } from "#app/platform/clock.ts";

type Shop = { readonly currency: string; readonly timeZone: string };
type ChoiceOfInput = {
  readonly method?: PayoutMethod | undefined;
  readonly currency?: string | undefined;
  readonly through?: string | undefined;
  readonly program?: string | undefined;
  /** An amount in the shop's currency. */
  readonly minimum?: string | undefined;
  readonly affiliates?: readonly string[] | undefined;
};

/** Reads the choice of a payout from a query, a body or a form. Refused where the minimum is no amount. */
export function choiceOf(given: ChoiceOfInput, shop: Shop, now: Date): PayoutChoice | Refusal {
  const { method, currency, through, program, affiliates } = given;
  // A day that is not over has nothing after it yet that could be left out.
  const end = through === undefined ? null : dayStart(shop.timeZone, dayAfter(through, 1));
  const minimum = given.minimum === undefined ? null : minorOf(given.minimum, shop.currency);
  if (given.minimum !== undefined && minimum === null) {
    return refuse("invalid", `Must be an amount in ${shop.currency}`, "minimum");
  }
  return {
    method: method ?? null,
    currency: currency ?? null,
    cutoffAt: end && end <= now ? end : null,
    chosen: affiliates && affiliates.length > 0 ? (affiliates as AffiliateId[]) : null,
    programId: program === undefined ? null : (program as ProgramId),
    minimum: minimum === null ? null : { minor: minimum, currency: shop.currency },
  };
}

function minorOf(text: string, currency: string): bigint | null {
  try {
    return findDecimal(text, currency)?.minor ?? null;
  } catch {
    return null;
  }
}

/** A page's choice: a minimum that is no amount is left away, as other faults of an address are. */
export function pageChoiceOf(given: ChoiceOfInput, shop: Shop, now: Date): PayoutChoice {
  const choice = choiceOf(given, shop, now);
  return isRefusal(choice) ? pageChoiceOf({ ...given, minimum: undefined }, shop, now) : choice;
}

/** Which rows of a preview are listed. */
export function previewFilterOf({ status, search, page, limit }: PayoutPreviewQuery) {
  return { show: status, search, page, limit };
}
