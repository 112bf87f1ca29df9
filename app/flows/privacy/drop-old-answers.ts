import { db } from "#app/platform/db.server.ts";
import { dropRequestsBefore } from "#app/store/idempotent-requests.ts";
import { listShopIds } from "#app/store/shops.ts";

const dayMs = 86_400_000;

/** Forgets what was answered under an Idempotency-Key more than a day ago: such answers name affiliates. */
export async function dropOldAnswers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  for (const shopId of await listShopIds(db())) await dropRequestsBefore(db(), shopId, before);
}
