import type { ShopId } from "../domain/ids.ts";
import type { Tx } from "../platform/db.server.ts";
import { pixelJoins } from "./schema/attribution.ts";

export type NewPixelJoin = Omit<typeof pixelJoins.$inferInsert, "shopId">;

/** Keeps what the pixel saw at a checkout; false where this event was kept before. */
export async function insertPixelJoin(tx: Tx, shopId: ShopId, join: NewPixelJoin): Promise<boolean> {
  const rows = await tx
    .insert(pixelJoins)
    .values({ shopId, ...join })
    .onConflictDoNothing()
    .returning({ eventId: pixelJoins.eventId });
  return rows.length > 0;
}
