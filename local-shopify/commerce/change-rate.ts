import { getCommerce, type CommerceContext } from "./context.ts";
import { CommerceRefusal } from "./refusal.ts";

/**
 * Changes how many units of another currency shoppers pay for one unit of shop currency; `rate` is decimal text.
 * Refunds of earlier orders are converted by the new rate, as on the platform.
 */
export function changeRate(ctx: CommerceContext, shopDomain: string, currency: string, rate: string): void {
  const market = getCommerce(ctx, shopDomain).settings.presentment.find((each) => each.currency === currency);
  if (!market) throw new CommerceRefusal(`This shop does not sell in ${currency}.`);
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(rate) || Number(rate) === 0) {
    throw new CommerceRefusal("A rate is a decimal number above zero.");
  }
  ctx.mutate(() => {
    market.rate = rate;
  });
}
