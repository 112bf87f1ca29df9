import { and, asc, eq, sql } from "drizzle-orm";
import type { ReportViewId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { reportViews } from "./schema/shops.ts";

export type ReportView = typeof reportViews.$inferSelect;

const viewById = (shopId: ShopId, viewId: string) =>
  and(eq(reportViews.shopId, shopId), eq(reportViews.viewId, viewId as ReportViewId));

/** The views of a shop, by name. There are few: their number has a limit. */
export async function listReportViews(db: Db, shopId: ShopId): Promise<ReportView[]> {
  return await db
    .select()
    .from(reportViews)
    .where(eq(reportViews.shopId, shopId))
    .orderBy(asc(reportViews.nameKey));
}

/** Until the transaction ends nobody else adds views to this shop, so that their number can be relied on. */
export async function lockReportViews(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' report views', 0))`);
}

export async function insertReportView(tx: Tx, view: ReportView): Promise<void> {
  await tx.insert(reportViews).values(view);
}

type ReportViewChange = Partial<Pick<ReportView, "name" | "nameKey" | "report" | "query">>;

/** The view as it is after the change; nothing where the shop has none of this id. */
export async function updateReportView(
  tx: Tx,
  shopId: ShopId,
  { viewId, change, now }: { readonly viewId: string; readonly change: ReportViewChange; readonly now: Date },
): Promise<ReportView | undefined> {
  const [row] = await tx
    .update(reportViews)
    .set({ ...change, updatedAt: now })
    .where(viewById(shopId, viewId))
    .returning();
  return row;
}

/** True where there was one. */
export async function deleteReportView(db: Db, shopId: ShopId, viewId: string): Promise<boolean> {
  const gone = await db
    .delete(reportViews)
    .where(viewById(shopId, viewId))
    .returning({ viewId: reportViews.viewId });
  return gone.length > 0;
}

/** Takes all views of a shop away: their names and filters are words of people. */
export async function dropReportViews(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(reportViews).where(eq(reportViews.shopId, shopId));
}
