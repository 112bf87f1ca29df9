import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { countApplications } from "#app/store/applications.ts";
import { countClaims } from "#app/store/claims.ts";
import { countCommissionRows } from "#app/store/commission-list.ts";
import { countOpenFlags } from "#app/store/flags.ts";
import { countPayouts } from "#app/store/payouts.ts";
import type { ShopContext } from "./require-shop.server.ts";

/** Every page counts, and the menus show at most "99+". */
const mostCounted = 100;

/** Counts for the menus. Null if they can't be read, so that the page still shows and names its own failure. */
export async function countWaiting({ shopId, now }: ShopContext) {
  try {
    const [applications, claims, commissions, flags, payouts] = await Promise.all([
      countApplications(db(), shopId, { status: "new" }, mostCounted),
      countClaims(db(), shopId, { status: "open" }),
      countCommissionRows(db(), shopId, { status: "to_approve" }, { cap: mostCounted, now }),
      countOpenFlags(db(), shopId, mostCounted),
      countPayouts(db(), shopId, { view: "needs-attention" }),
    ]);
    return { applications, claims, commissions, flags, payouts };
  } catch (error) {
    log.error("The menu's counts could not be read", { shopId, ...describeError(error) });
    return null;
  }
}
