import { and, desc, eq, inArray } from "drizzle-orm";
import { type ImportId, isIdOf, type ShopId } from "#app/domain/ids.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { orderImports } from "./schema/backtests.ts";

export type OrderImport = typeof orderImports.$inferSelect;

export async function insertImport(tx: Tx, row: typeof orderImports.$inferInsert): Promise<void> {
  await tx.insert(orderImports).values(row);
}

/** An import of the shop, or null. */
export async function findImport(db: Db, shopId: ShopId, importId: string): Promise<OrderImport | null> {
  if (!isIdOf("import", importId)) return null;
  const [row] = await db
    .select()
    .from(orderImports)
    .where(and(eq(orderImports.shopId, shopId), eq(orderImports.importId, importId as ImportId)));
  return row ?? null;
}

/** The imports of a shop, newest first. */
export async function listImports(db: Db, shopId: ShopId, limit: number): Promise<OrderImport[]> {
  return await db
    .select()
    .from(orderImports)
    .where(eq(orderImports.shopId, shopId))
    .orderBy(desc(orderImports.createdAt), desc(orderImports.importId))
    .limit(limit);
}

type Change = Partial<
  Pick<OrderImport, "status" | "operationId" | "ordersDone" | "ordersTotal" | "error" | "finishedAt">
>;

/** Writes down how far an import is; one that has ended stays as it is. */
export async function noteImport(db: Db, shopId: ShopId, importId: ImportId, change: Change): Promise<void> {
  await db
    .update(orderImports)
    .set(change)
    .where(
      and(
        eq(orderImports.shopId, shopId),
        eq(orderImports.importId, importId),
        inArray(orderImports.status, ["waiting", "running"]),
      ),
    );
}

/** Forgets the imports of a shop that is forgotten. */
export async function dropImports(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(orderImports).where(eq(orderImports.shopId, shopId));
}
