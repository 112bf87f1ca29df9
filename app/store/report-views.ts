import { and, asc, eq, sql } from "drizzle-orm";
import type { ReportViewId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { reportViews } from "./schema/shops.ts";

export type ReportView = typeof reportViews.$inferSelect;

const viewById = (shopId: ShopId, viewId: string) =>
  and(eq(reportViews.shopId, shopId), eq(reportViews.viewId, viewId as ReportViewId));

/** Saved reports of a shop, by name. Their number has a limit. */
export async function listReportViews(db: Db, shopId: ShopId): Promise<ReportView[]> {
  return await db
    .select()
    .from(reportViews)
    .where(eq(reportViews.shopId, shopId))
    .orderBy(asc(reportViews.nameKey));
}

/** Locks the shop's saved reports until the transaction ends, so that their number can be checked. */
export async function lockReportViews(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' report views', 0))`);
}

export async function insertReportView(tx: Tx, view: ReportView): Promise<void> {
  await tx.insert(reportViews).values(view);
}

type ReportViewChange = Partial<Pick<ReportView, "name" | "nameKey" | "report" | "query">>;

/** Updates a saved report and returns it, or undefined if there is none. */
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

/** True if there was one. */
export async function deleteReportView(db: Db, shopId: ShopId, viewId: string): Promise<boolean> {
  const gone = await db
    .delete(reportViews)
    .where(viewById(shopId, viewId))
    .returning({ viewId: reportViews.viewId });
  return gone.length > 0;
}

/** Deletes all saved reports of a shop, because people wrote their names and filters. */
export async function dropReportViews(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(reportViews).where(eq(reportViews.shopId, shopId));
}
