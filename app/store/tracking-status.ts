import { and, asc, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { trackingStatus } from "./schema/attribution.ts";
import { orders } from "./schema/orders.ts";
import { shops } from "./schema/shops.ts";

export type TrackingStatus = typeof trackingStatus.$inferSelect;

/** Parts of tracking whose messages prove that they work. */
export type ReceivedPart = "pixel" | "embed" | "proxy";

/** The state of a store's tracking parts. Null before anything is known. */
export async function findTrackingStatus(db: Db, shopId: ShopId): Promise<TrackingStatus | null> {
  const [row] = await db.select().from(trackingStatus).where(eq(trackingStatus.shopId, shopId));
  return row ?? null;
}

/** Records Shopify's answer about the web pixel: its id, or why there is none. */
export async function keepPixelAnswer(
  db: Db,
  shopId: ShopId,
  answer: { pixelId: string | null; error: string | null; now: Date },
): Promise<void> {
  const values = { pixelId: answer.pixelId, pixelError: answer.error, pixelCheckedAt: answer.now };
  await db
    .insert(trackingStatus)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: trackingStatus.shopId, set: values });
}

/** Records when parts were last received. A later instant stays. */
export async function recordReceived(
  db: Db,
  shopId: ShopId,
  heard: { parts: readonly ReceivedPart[]; now: Date },
): Promise<void> {
  const { parts, now } = heard;
  const at = (part: ReceivedPart): Date | null => (parts.includes(part) ? now : null);
  const { pixelSeenAt, embedSeenAt, proxySeenAt } = trackingStatus;
  await db
    .insert(trackingStatus)
    .values({ shopId, pixelSeenAt: at("pixel"), embedSeenAt: at("embed"), proxySeenAt: at("proxy") })
    .onConflictDoUpdate({
      target: trackingStatus.shopId,
      set: {
        pixelSeenAt: sql`greatest(${pixelSeenAt}, excluded.pixel_seen_at)`,
        embedSeenAt: sql`greatest(${embedSeenAt}, excluded.embed_seen_at)`,
        proxySeenAt: sql`greatest(${proxySeenAt}, excluded.proxy_seen_at)`,
      },
    });
}

/** Shops with the app whose pixel was not checked since an instant, for the job that checks all shops. */
export async function listShopsToCheck(db: Db, since: Date): Promise<ShopId[]> {
  const rows = await db
    .select({ shopId: shops.shopId })
    .from(shops)
    .leftJoin(trackingStatus, eq(trackingStatus.shopId, shops.shopId))
    .where(
      and(
        isNotNull(shops.installedAt),
        isNull(shops.uninstalledAt),
        or(isNull(trackingStatus.pixelCheckedAt), lt(trackingStatus.pixelCheckedAt, since)),
      ),
    )
    .orderBy(asc(shops.shopId));
  return rows.map((row) => row.shopId);
}

/** Number of newest orders checked for a click in the cart. Older ones say nothing about now. */
const ordersLookedAt = 500;

/** When the newest order with signed clicks in its cart was placed. Only the theme's app embed writes them. */
export async function newestCarriedClick(db: Db, shopId: ShopId): Promise<Date | null> {
  const newest = db
    .select({
      placedAt: orders.placedAt,
      click: sql<string | null>`${orders.facts}->>'clickAttribute'`.as("click"),
    })
    .from(orders)
    .where(eq(orders.shopId, shopId))
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(ordersLookedAt)
    .as("newest");
  const [row] = await db
    .select({ placedAt: newest.placedAt })
    .from(newest)
    .where(sql`${newest.click} <> ''`)
    .orderBy(desc(newest.placedAt))
    .limit(1);
  return row?.placedAt ?? null;
}

/** The newest click of a person, and the days with clicks among some days up to it. */
export type NewestClick = { readonly at: Date; readonly days: number };

/** Ids of clicks sort by time, so the newest one of each partition is read from its key. */
export async function newestClick(db: Db, shopId: ShopId, ofDays: number): Promise<NewestClick | null> {
  const { rows } = await db.execute<{ at: string; days: number }>(sql`
    with newest as (
      select occurred_at from clicks where shop_id = ${shopId} and not bot order by click_id desc limit 1
    ), days as (
      select distinct day from daily_shop_figures where shop_id = ${shopId} and clicks > 0
      order by day desc limit ${ofDays}
    )
    select occurred_at::text as at,
      (select count(*)::int from days where day > (select max(day) from days) - ${ofDays}::int) as days
    from newest`);
  return rows[0] ? { at: new Date(rows[0].at), days: rows[0].days } : null;
}
