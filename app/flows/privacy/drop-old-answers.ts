import { db } from "#app/platform/db.server.ts";
import { dropRequestsBefore } from "#app/store/idempotent-requests.ts";
import { listShopIds } from "#app/store/shops.ts";

const dayMs = 86_400_000;

/** Deletes answers stored for Idempotency-Keys after a day, because they name affiliates. */
export async function dropOldAnswers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  for (const shopId of await listShopIds(db())) await dropRequestsBefore(db(), shopId, before);
}
