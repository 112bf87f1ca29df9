import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { countOpenFlags } from "#app/store/flags.ts";

/** Beyond this nobody cares for the exact number, and every page asks. */
const mostCounted = 100;

/** How many flags wait for a person, counted up to 100. */
export async function countWaitingFlags(shopId: ShopId): Promise<number> {
  return countOpenFlags(db(), shopId, mostCounted);
}
