import { and, asc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { type Db, plannedSelect } from "../platform/db.server.ts";
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

/** The newest signs that a store's tracking works. */
export type TrackingSigns = {
  readonly status: TrackingStatus | null;
  /** When the newest order with signed clicks in its cart was placed. Only the theme's app embed writes them. */
  readonly carriedAt: Date | null;
  /** The newest click of a person, and the days with clicks among some days up to it. */
  readonly click: { readonly at: Date; readonly days: number } | null;
};

// Ids of clicks sort by time, so the newest one of each partition is read from its key.
const signs = plannedSelect(({ shopId, ofDays }: { shopId: ShopId; ofDays: number }, on) =>
  on
    .select({
      status: trackingStatus,
      carriedAt: sql<string | null>`(
        select placed_at from (
          select placed_at, facts->>'clickAttribute' as click from ${orders} where shop_id = ${shopId}
          order by placed_at desc, order_id desc limit ${ordersLookedAt}
        ) newest where click <> '' order by placed_at desc limit 1)::text`,
      clickAt: sql<string | null>`(select occurred_at from clicks where shop_id = ${shopId} and not bot
        order by click_id desc limit 1)::text`,
      clickDays: sql<number>`(
        with days as (
          select distinct day from daily_shop_figures where shop_id = ${shopId} and clicks > 0
          order by day desc limit ${ofDays}
        )
        select count(*)::int from days where day > (select max(day) from days) - ${ofDays}::int)`,
    })
    .from(shops)
    .leftJoin(trackingStatus, eq(trackingStatus.shopId, shops.shopId))
    .where(eq(shops.shopId, shopId)),
);

/** The state of a store's tracking parts, its newest click, and its newest order with a click in the cart. */
export async function findTrackingSigns(db: Db, shopId: ShopId, ofDays: number): Promise<TrackingSigns> {
  const [row] = await signs(db, { shopId, ofDays });
  const { status = null, carriedAt = null, clickAt = null, clickDays = 0 } = row ?? {};
  return {
    status,
    carriedAt: carriedAt === null ? null : new Date(carriedAt),
    click: clickAt === null ? null : { at: new Date(clickAt), days: clickDays },
  };
}
