import { and, eq } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import type { BalanceEntryId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { balanceEntries } from "./schema/orders.ts";

export type BalanceEntryRow = typeof balanceEntries.$inferSelect;

/** Inserts a write-off or opening balance; false where one of that id is there. */
export async function insertBalanceEntry(
  tx: Tx,
  entry: Omit<BalanceEntryRow, "actorKind" | "actorId" | "actorName"> & { readonly actor: Actor },
): Promise<boolean> {
  const { actor, ...row } = entry;
  const by = { actorKind: actor.kind, actorId: actor.id ?? "", actorName: actor.name };
  const rows = await tx
    .insert(balanceEntries)
    .values({ ...row, ...by })
    .onConflictDoNothing()
    .returning({ entryId: balanceEntries.entryId });
  return rows.length > 0;
}

/** A write-off or opening balance, or null. */
export async function findBalanceEntry(
  db: Db,
  shopId: ShopId,
  entryId: string,
): Promise<BalanceEntryRow | null> {
  const [row] = await db
    .select()
    .from(balanceEntries)
    .where(and(eq(balanceEntries.shopId, shopId), eq(balanceEntries.entryId, entryId as BalanceEntryId)));
  return row ?? null;
}
