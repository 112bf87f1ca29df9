import { and, desc, eq } from "drizzle-orm";
import { db } from "#app/platform/db.server.ts";
import { clicks } from "#app/store/schema/clicks.ts";
import type { SellingShop } from "./selling-shop.ts";

type Clicked = Pick<SellingShop, "shopId" | "affiliateId">;

/** The clicks of an affiliate, newest first. */
export async function clicksOf({ shopId, affiliateId }: Clicked) {
  return await db()
    .select()
    .from(clicks)
    .where(and(eq(clicks.shopId, shopId), eq(clicks.affiliateId, affiliateId)))
    .orderBy(desc(clicks.occurredAt));
}
