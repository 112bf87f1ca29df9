import { ownPayoutToWire, type PayoutOutlookWire } from "#app/contracts/own-payout.ts";
import { moneyToWire } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOwnPayouts, readPayoutOutlook } from "#app/flows/affiliates/own-payouts.ts";
import { readDetails } from "#app/flows/affiliates/read-details.ts";
import { cursorInstant, readCursor, writeCursor } from "./cursor.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";
import { shopInfoOf } from "./shop-wire.ts";

const payoutsShown = 25;

/** One page of the payouts of the affiliate who is signed in; a cursor that cannot be read begins at the top. */
export async function ownPayoutsOf({ shop, affiliate }: AffiliateContext, cursor: string | null) {
  const position = readCursor(cursor ?? undefined, ["at", "id"]);
  const plannedAt = position && !isRefusal(position) ? cursorInstant(position.at) : undefined;
  const after =
    position && !isRefusal(position) && plannedAt ? { plannedAt, itemId: position.id } : undefined;
  const { payouts, next } = answered(await readOwnPayouts(affiliate, { limit: payoutsShown, after }));
  return {
    payouts: payouts.map(ownPayoutToWire),
    nextCursor: next && writeCursor({ at: next.plannedAt.toISOString(), id: next.itemId }),
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
  return {
    nextDay: outlook.nextDay,
    minimums: outlook.minimums.map((one) => moneyToWire(one.minimumMinor, one.currency)),
    account: current && { method: current.method, account: current.masked },
    isWaiting: (next ?? unconfirmed) !== null,
  };
}
