import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import type { AffiliateCode } from "./codes.ts";
import { affiliateCodes } from "./schema/affiliates.ts";
import { shops } from "./schema/shops.ts";

export type CodeEnd = NonNullable<AffiliateCode["endsHow"]>;

/** Schedules what becomes of a code at an instant; null for both withdraws that. */
export async function scheduleCodeEnd(
  tx: Tx,
  shopId: ShopId,
  codeKey: string,
  end: { readonly endsAt: Date | null; readonly endsHow: CodeEnd | null },
): Promise<void> {
  await tx
    .update(affiliateCodes)
    .set(end)
    .where(
      and(
        eq(affiliateCodes.shopId, shopId),
        eq(affiliateCodes.codeKey, codeKey),
        isNull(affiliateCodes.endedAt),
      ),
    );
}

/** Installed shops with codes whose notice period is over. */
export async function shopsWithDueCodes(
  db: Db,
  now: Date,
): Promise<{ readonly shopId: ShopId; readonly domain: string }[]> {
  return await db
    .selectDistinct({ shopId: shops.shopId, domain: shops.domain })
    .from(affiliateCodes)
    .innerJoin(shops, eq(shops.shopId, affiliateCodes.shopId))
    .where(and(isNull(affiliateCodes.endedAt), lte(affiliateCodes.endsAt, now), isNull(shops.uninstalledAt)));
}

/** A shop's codes whose notice period is over, the first to end first. */
export async function dueCodes(db: Db, shopId: ShopId, now: Date): Promise<AffiliateCode[]> {
  return await db
    .select()
    .from(affiliateCodes)
    .where(
      and(eq(affiliateCodes.shopId, shopId), isNull(affiliateCodes.endedAt), lte(affiliateCodes.endsAt, now)),
    )
    .orderBy(asc(affiliateCodes.endsAt), asc(affiliateCodes.codeKey))
    .limit(250);
}
