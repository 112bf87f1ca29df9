import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { applicationsFound } from "#app/store/applications.ts";
import { claimsFound } from "#app/store/claims.ts";
import { commissionsFound } from "#app/store/commission-list.ts";
import { countingAll } from "#app/store/count-all.ts";
import { openFlagsFound } from "#app/store/flags.ts";
import { payoutsFound } from "#app/store/payouts.ts";
import type { ShopContext } from "./require-shop.server.ts";

/** Every page counts, and the menus show at most "99+". */
const mostCounted = 100;

type Asked = Pick<ShopContext, "shopId" | "now">;

const waiting = countingAll(({ shopId, now }: Asked, on) => ({
  applications: applicationsFound(on, shopId, { status: "new" }, mostCounted),
  claims: claimsFound(on, shopId, { status: "open" }),
  commissions: commissionsFound(on, shopId, { status: "to_approve" }, { cap: mostCounted, now }),
  flags: openFlagsFound(on, shopId, mostCounted),
  payouts: payoutsFound(on, shopId, { view: "needs-attention" }),
}));

/** Counts for the menus. Null if they can't be read, so that the page still shows and names its own failure. */
export async function countWaiting({ shopId, now }: ShopContext) {
  try {
    return await waiting(db(), { shopId, now });
  } catch (error) {
    log.error("The menu's counts could not be read", { shopId, ...describeError(error) });
    return null;
  }
}
