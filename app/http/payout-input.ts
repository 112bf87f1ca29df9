import type { createPayoutBody, PayoutPreviewQuery } from "#app/contracts/payout.ts";
import type { z } from "zod";
import type { AffiliateId } from "#app/domain/ids.ts";
import { findDecimal } from "#app/domain/money.ts";
import type { Sum } from "#app/domain/payouts/batch.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayStart } from "#app/platform/clock.ts";

type Shop = { readonly currency: string; readonly timeZone: string };
type Given = {
  readonly method: PayoutMethod;
  readonly currency?: string | undefined;
  readonly through?: string | undefined;
  readonly affiliates?: readonly string[] | undefined;
};

/** Whom a batch looks at, of what a query, a body or a form says. */
export function candidatesOf({ method, currency, through, affiliates }: Given, shop: Shop, now: Date) {
  // A day that is not over has nothing after it yet that could be left out.
  const end = through === undefined ? null : dayStart(shop.timeZone, dayAfter(through, 1));
  return {
    method,
    currency: currency ?? shop.currency,
    cutoffAt: end && end <= now ? end : null,
    chosen: affiliates && affiliates.length > 0 ? (affiliates as AffiliateId[]) : null,
  };
}

/** Which rows of a preview are listed. */
export function previewFilterOf({ status, search, page, limit }: PayoutPreviewQuery) {
  return { show: status, search, page, limit };
}

/** What the caller had seen, in minor units; a refusal where it is no amount of the batch's currency. */
export function sumOf(
  { count, total }: z.output<typeof createPayoutBody>["expected"],
  currency: string,
): Sum | Refusal {
  const found = total.currencyCode === currency ? findDecimal(total.amount, currency) : null;
  if (!found || found.minor <= 0n) {
    return refuse("invalid", `Must be an amount in ${currency}`, "expected.total");
  }
  return { count, totalMinor: found.minor };
}
