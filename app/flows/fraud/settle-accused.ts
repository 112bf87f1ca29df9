import { chosenRules } from "#app/domain/fraud/rules.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openOrdersUnflagged, standingAffiliateFlags } from "#app/store/accused-orders.ts";
import { chosenFraudRules } from "#app/store/flags.ts";
import type { AffiliateFlag } from "#app/store/fraud-sources.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

const mostOrders = 2000;
const atOnce = 100;

/**
 * Settles the orders again that a flag about their affiliate reaches and that came before it, so that each is held or
 * denied by the same function as those that follow. Asks the books what is left to do, so a look that was cut off, or
 * an order that was being processed when the flag was raised, is found by the next. Answers how many were settled.
 */
export async function settleAccused(shop: OrderShop, now: Date): Promise<number> {
  const { shopId, timeZone } = shop;
  const rules = chosenRules(await chosenFraudRules(db(), shopId));
  const acting = rules.filter(({ action }) => action === "hold" || action === "deny");
  const kinds = acting.map((one) => one.kind).filter((kind) => kind === "burst" || kind === "shared-payout");
  if (kinds.length === 0) return 0;
  const today = dayIn(timeZone, now);
  const days = [dayAfter(today, -1), today];
  let settled = 0;
  for (const flag of await standingAffiliateFlags(db(), shopId, { kinds, days })) {
    const orderIds = await openOrdersUnflagged(db(), shopId, {
      ...reachOf(flag),
      timeZone,
      limit: mostOrders,
    });
    for (let place = 0; place < orderIds.length; place += atOnce) {
      const some = orderIds.slice(place, place + atOnce);
      await inTransaction((tx) => settleAgain(tx, shop, some, now));
    }
    settled += orderIds.length;
  }
  return settled;
}

/** Whose orders a flag is about: those of one day after a burst, all of everybody who is paid to one account. */
function reachOf({ kind, affiliateId, evidence }: AffiliateFlag) {
  const { clicks, day, others } = evidence;
  const partners = Array.isArray(others) ? others.map((id) => id as AffiliateId) : [];
  return {
    kind,
    affiliateIds: [affiliateId, ...partners],
    day: typeof day === "string" ? day : null,
    visited: clicks !== undefined,
  };
}
