import { and, desc, eq, lt, or } from "drizzle-orm";
import { type AffiliateId, isIdOf, type PayoutItemId, type ShopId } from "../domain/ids.ts";
import type { ItemState } from "../domain/payouts/item.ts";
import type { Db } from "../platform/db.server.ts";
import { payoutItems } from "./schema/payouts.ts";

type Row = typeof payoutItems.$inferSelect;
export type OwnPayout = Omit<Row, "status"> & { readonly status: ItemState };
export type OwnPayoutCursor = { readonly plannedAt: Date; readonly itemId: string };

const known = (row: Row): OwnPayout => ({ ...row, status: row.status as ItemState });

/** One page of what an affiliate was and is being paid, newest first, through payout_items_affiliate. */
export async function listOwnPayouts(
  db: Db,
  shopId: ShopId,
  page: { affiliateId: AffiliateId; limit: number; after?: OwnPayoutCursor | undefined },
): Promise<OwnPayout[]> {
  const { after } = page;
  const beyond = after
    ? or(
        lt(payoutItems.plannedAt, after.plannedAt),
        and(eq(payoutItems.plannedAt, after.plannedAt), lt(payoutItems.itemId, after.itemId as PayoutItemId)),
      )
    : undefined;
  const rows = await db
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.affiliateId, page.affiliateId), beyond))
    .orderBy(desc(payoutItems.plannedAt), desc(payoutItems.itemId))
    .limit(page.limit);
  return rows.map(known);
}

/** One payout of an affiliate; null too where it is another's. */
export async function findOwnPayout(
  db: Db,
  shopId: ShopId,
  of: { affiliateId: AffiliateId; itemId: string },
): Promise<OwnPayout | null> {
  if (!isIdOf("payoutItem", of.itemId)) return null;
  const [row] = await db
    .select()
    .from(payoutItems)
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        eq(payoutItems.itemId, of.itemId as PayoutItemId),
        eq(payoutItems.affiliateId, of.affiliateId),
      ),
    );
  return row ? known(row) : null;
}
