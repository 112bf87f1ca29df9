import { db } from "#app/platform/db.server.ts";
import { dropBodies } from "#app/store/inbox.ts";
import { listShopIds } from "#app/store/tenants.ts";

const keptDays = 30;

/** Forgets bodies of deliveries after 30 days; the facts read from them stay. */
export async function dropOldBodies(now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  for (const shopId of await listShopIds(db())) await dropBodies(db(), shopId, before);
}
