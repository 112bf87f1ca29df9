import type { ClickId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { and, eq, gte, ne, or, sql } from "drizzle-orm";
import { pixelJoins } from "./schema/attribution.ts";
import { orders } from "./schema/orders.ts";

const token = sql`${orders.facts} ->> 'checkoutToken'`;

/** A pixel event either names no order, or must name this one. */
const isMeant = or(eq(pixelJoins.orderId, ""), eq(pixelJoins.orderId, orders.orderId));

/** The order of the checkout in a pixel event, even if the event did not name it. */
export async function ordersOfPixelEvent(db: Db, shopId: ShopId, eventId: string): Promise<string[]> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(pixelJoins)
    .innerJoin(orders, and(eq(orders.shopId, shopId), eq(token, pixelJoins.checkoutToken), isMeant))
    .where(
      and(eq(pixelJoins.shopId, shopId), eq(pixelJoins.eventId, eventId), ne(pixelJoins.checkoutToken, "")),
    );
  return rows.map((row) => row.orderId);
}

/**
 * Orders placed since then at whose checkout the pixel saw one of these clicks. It can't have seen a click
 * before the click happened.
 */
export async function ordersSeenWith(
  db: Db,
  shopId: ShopId,
  query: { readonly clickIds: readonly ClickId[]; readonly since: Date },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ orderId: orders.orderId })
    .from(pixelJoins)
    .innerJoin(orders, and(eq(orders.shopId, shopId), eq(token, pixelJoins.checkoutToken), isMeant))
    .where(
      and(
        eq(pixelJoins.shopId, shopId),
        gte(pixelJoins.receivedAt, query.since),
        ne(pixelJoins.checkoutToken, ""),
        gte(orders.placedAt, query.since),
        sql`exists (select 1 from unnest(${sql.param([...query.clickIds])}::text[]) as click (id)
          where strpos(${pixelJoins.clickIds}::text, click.id) > 0)`,
      ),
    );
  return rows.map((row) => row.orderId);
}

/**
 * Orders placed since then that carry one of these clicks, in the cart's attribute or the landing page's
 * address.
 */
export async function ordersCarrying(
  db: Db,
  shopId: ShopId,
  query: { readonly clickIds: readonly ClickId[]; readonly since: Date },
): Promise<string[]> {
  const carried = sql`concat(${orders.facts} ->> 'clickAttribute', ' ', ${orders.facts} ->> 'landingSite')`;
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        gte(orders.placedAt, query.since),
        sql`exists (select 1 from unnest(${sql.param([...query.clickIds])}::text[]) as click (id)
          where strpos(${carried}, click.id) > 0)`,
      ),
    );
  return rows.map((row) => row.orderId);
}

/** Orders placed since then into which this code was entered, whatever its case. */
export async function ordersWithCode(
  db: Db,
  shopId: ShopId,
  query: { readonly code: string; readonly since: Date },
): Promise<string[]> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        gte(orders.placedAt, query.since),
        sql`exists (select 1 from jsonb_array_elements_text(${orders.facts} -> 'discountCodes') as entered (code)
          where lower(entered.code) = ${query.code.toLowerCase()})`,
      ),
    );
  return rows.map((row) => row.orderId);
}

type NewPixelJoin = Omit<typeof pixelJoins.$inferInsert, "shopId">;

/** Stores a pixel event about a checkout. False if it was stored before. */
export async function insertPixelJoin(tx: Tx, shopId: ShopId, join: NewPixelJoin): Promise<boolean> {
  const rows = await tx
    .insert(pixelJoins)
    .values({ shopId, ...join })
    .onConflictDoNothing()
    .returning({ eventId: pixelJoins.eventId });
  return rows.length > 0;
}
