import { ownPayoutWire, type PayoutOutlookWire, payoutOutlookWire } from "#app/contracts/own-payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOwnPayouts, readPayoutOutlook } from "#app/flows/affiliates/read-own-payouts.ts";
import { readDetails } from "#app/flows/affiliates/read-details.ts";
import { cursorInstant, readCursor, writeCursor } from "./list-position.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";
import { shopInfoOf } from "./shop-info.ts";

const payoutsShown = 25;

/** One page of the payouts of the affiliate who is signed in; a cursor that cannot be read begins at the top. */
export async function ownPayoutsOf({ shop, affiliate }: AffiliateContext, cursor: string | null) {
  const position = readCursor(cursor ?? undefined, ["at", "id"]);
  const plannedAt = position && !isRefusal(position) ? cursorInstant(position.at) : undefined;
  const after =
    position && !isRefusal(position) && plannedAt ? { plannedAt, paymentId: position.id } : undefined;
  const { payouts, next } = answered(await readOwnPayouts(affiliate, { limit: payoutsShown, after }));
  return {
    payouts: payouts.map((one) => encode(ownPayoutWire, one)),
    nextCursor: next && writeCursor({ at: next.plannedAt.toISOString(), id: next.paymentId }),
    timeZone: shopInfoOf(shop).timeZone,
  };
}

/** When, from which amount on and where to the affiliate is paid next. */
export async function payoutOutlookOf(
  { shop, affiliate }: AffiliateContext,
  now: Date,
): Promise<PayoutOutlookWire> {
  const { shopId, affiliateId } = affiliate;
  const [outlook, { current, next, unconfirmed }] = await Promise.all([
    readPayoutOutlook(shop, now),
    readDetails(shopId, affiliateId, now),
  ]);
  return encode(payoutOutlookWire, {
    ...outlook,
    account: current,
    isWaiting: (next ?? unconfirmed) !== null,
  });
}
