import { and, eq, sql } from "drizzle-orm";
import type { FileImportId, ShopId } from "../domain/ids.ts";
import type { RowCode } from "../domain/imports/outcomes.ts";
import type { Db } from "../platform/db.server.ts";
import { fileImportRows } from "./schema/file-imports.ts";

export type UndecidedSum = {
  readonly code: RowCode;
  readonly currency: string;
  readonly count: number;
  readonly minor: bigint;
};

/** Rows that need a decision, by code and currency. '' without an amount that can be read. */
export async function sumUndecided(db: Db, shopId: ShopId, importId: FileImportId): Promise<UndecidedSum[]> {
  const rows = await db
    .select({
      code: fileImportRows.code,
      currency: fileImportRows.currency,
      count: sql<number>`count(*)::int`,
      minor: sql<string>`coalesce(sum(${fileImportRows.amountMinor}), 0)::text`,
    })
    .from(fileImportRows)
    .where(
      and(
        eq(fileImportRows.shopId, shopId),
        eq(fileImportRows.importId, importId),
        eq(fileImportRows.outcome, "decide"),
      ),
    )
    .groupBy(fileImportRows.code, fileImportRows.currency)
    .orderBy(fileImportRows.code, fileImportRows.currency);
  return rows.map(({ minor, ...row }) => ({ ...row, minor: BigInt(minor) }));
}
