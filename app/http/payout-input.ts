import type { PayoutPreviewQuery } from "#app/contracts/payout.ts";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import { findDecimal } from "#app/domain/money.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import type { PaymentDecision } from "#app/flows/payouts/decide-payments.ts";
import type { PayoutChoice } from "#app/flows/payouts/preview-section.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import type { ShopContext } from "./require-shop.server.ts";

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
    return refuse("invalid", { code: "amount_above_zero_in", currency: shop.currency }, "minimum");
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

type DecisionOfInput = {
  readonly to: PaymentDecision["to"];
  readonly reference: string;
  readonly note: string;
  /** The day on which it was paid or came back, in the shop's time zone. */
  readonly date: string;
};

/** A decision about payments as it was typed: of today it holds from now on, of another day from its beginning. */
export function decisionOf(
  { date, ...given }: DecisionOfInput,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): PaymentDecision {
  const happenedAt = date === dayIn(timeZone, now) ? now : dayStart(timeZone, date);
  return { ...given, happenedAt };
}

/** Today in a store's time zone, for a form to begin with. */
export function todayIn({ shop, now }: Pick<ShopContext, "shop" | "now">): string {
  return dayIn(shop.timeZone, now);
}
