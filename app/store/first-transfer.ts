import { and, asc, eq } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { ledgerTransfers } from "./schema/ledger.ts";

/** When the first transfer of an affiliate was recorded, or null; one row through ledger_transfers_affiliate. */
export async function firstRecordedAt(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
): Promise<Date | null> {
  const [row] = await db
    .select({ recordedAt: ledgerTransfers.recordedAt })
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.shopId, shopId), eq(ledgerTransfers.affiliateId, affiliateId)))
    .orderBy(asc(ledgerTransfers.sequence))
    .limit(1);
  return row?.recordedAt ?? null;
}
