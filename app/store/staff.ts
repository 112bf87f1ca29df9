import { and, eq, ne, sql } from "drizzle-orm";
import type { ShopId, StaffId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { shops, staff } from "./schema/shops.ts";

export type StaffMember = typeof staff.$inferSelect;

/** Stores Shopify's data about a staff member. */
export async function saveStaff(db: Db, member: StaffMember): Promise<void> {
  await db
    .insert(staff)
    .values(member)
    .onConflictDoUpdate({ target: [staff.shopId, staff.staffId], set: member });
}

/**
 * A shop by its domain with one of its staff members, in one query because every embedded request needs it.
 */
export async function findShopWithStaff(db: Db, domain: string, staffId: StaffId) {
  const [found] = await db
    .select({ shop: shops, staff })
    .from(shops)
    .leftJoin(staff, and(eq(staff.shopId, shops.shopId), eq(staff.staffId, staffId)))
    .where(eq(shops.domain, domain));
  return found ?? null;
}

/** Number of people of a store who opened the app, without deleted ones. */
export async function countStaff(db: Db, shopId: ShopId): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(staff)
    .where(and(eq(staff.shopId, shopId), ne(staff.email, "")));
  return row?.total ?? 0;
}

/** Deletes a shop's staff members. For one who returns, Shopify is asked again. */
export async function forgetStaff(db: Db, shopId: ShopId): Promise<void> {
  await db
    .update(staff)
    .set({ name: "", email: "", seenAt: new Date(0) })
    .where(eq(staff.shopId, shopId));
}
