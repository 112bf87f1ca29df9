import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliateCodes, affiliates, programMembers } from "./schema/affiliates.ts";
import { discounts } from "./schema/links.ts";
import { shops } from "./schema/shops.ts";

export type AffiliateCode = typeof affiliateCodes.$inferSelect;
export type CodeStatus = AffiliateCode["status"];

/** An affiliate's code with the names of its affiliate and discount. */
export type NamedCode = AffiliateCode & {
  readonly affiliateName: string;
  readonly discountTitle: string | null;
  readonly details: (typeof discounts.$inferSelect)["details"] | null;
};

export type CodeFilter = {
  readonly status?: CodeStatus | undefined;
  readonly affiliateId?: string | undefined;
  readonly discountId?: string | undefined;
  /** The beginning of the code, in any case. */
  readonly search?: string | undefined;
};
/** The last row of a page. */
export type CodeCursor = { readonly assignedAt: Date; readonly codeKey: string };

const ofShop = (shopId: ShopId) =>
  and(
    eq(affiliateCodes.shopId, shopId),
    isNull(affiliateCodes.endedAt),
    sql`(${affiliateCodes.endsHow} is distinct from 'removed' or ${affiliateCodes.endsAt} > now())`,
  );

function matching(shopId: ShopId, filter: CodeFilter): SQL | undefined {
  const beginning = filter.search?.toLowerCase();
  return and(
    ofShop(shopId),
    filter.status ? eq(affiliateCodes.status, filter.status) : undefined,
    filter.affiliateId ? eq(affiliateCodes.affiliateId, filter.affiliateId as AffiliateId) : undefined,
    filter.discountId ? eq(affiliateCodes.discountId, filter.discountId) : undefined,
    beginning ? sql`starts_with(${affiliateCodes.codeKey}, ${beginning})` : undefined,
  );
}

/** One page of the codes that affiliates currently have, newest first. */
export async function listNamedCodes(
  db: Db,
  shopId: ShopId,
  page: { filter: CodeFilter; limit: number; offset: number; after?: CodeCursor | undefined },
): Promise<NamedCode[]> {
  const { filter, limit, offset, after } = page;
  const beyond = after
    ? or(
        lt(affiliateCodes.assignedAt, after.assignedAt),
        and(eq(affiliateCodes.assignedAt, after.assignedAt), lt(affiliateCodes.codeKey, after.codeKey)),
      )
    : undefined;
  const rows = await db
    .select({
      code: affiliateCodes,
      affiliateName: affiliates.name,
      discountTitle: discounts.title,
      details: discounts.details,
    })
    .from(affiliateCodes)
    .innerJoin(
      affiliates,
      and(
        eq(affiliates.shopId, affiliateCodes.shopId),
        eq(affiliates.affiliateId, affiliateCodes.affiliateId),
      ),
    )
    .leftJoin(
      discounts,
      and(eq(discounts.shopId, affiliateCodes.shopId), eq(discounts.discountId, affiliateCodes.discountId)),
    )
    .where(and(matching(shopId, filter), beyond))
    .orderBy(desc(affiliateCodes.assignedAt), desc(affiliateCodes.codeKey))
    .limit(limit)
    .offset(offset);
  return rows.map(({ code, ...names }) => ({ ...code, ...names }));
}

/** Number of codes that match a filter, counted up to `cap`. */
export async function countCodes(db: Db, shopId: ShopId, filter: CodeFilter, cap: number): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(affiliateCodes)
    .where(matching(shopId, filter))
    .limit(cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

/** Discount codes that these affiliates have. */
export async function listCodes(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
  if (affiliateIds.length === 0) return [];
  return await db
    .select()
    .from(affiliateCodes)
    .where(and(ofShop(shopId), inArray(affiliateCodes.affiliateId, [...affiliateIds])))
    .orderBy(asc(affiliateCodes.code));
}

/** Those of these codes, in lower case, that an affiliate currently has. */
export async function codesByKey(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<AffiliateCode[]> {
  if (codeKeys.length === 0) return [];
  return await db
    .select()
    .from(affiliateCodes)
    .where(and(ofShop(shopId), isOneOf(affiliateCodes.codeKey, codeKeys)));
}

/** The codes of a discount that affiliates currently have. */
export async function codesOfDiscount(db: Db, shopId: ShopId, discountId: string): Promise<AffiliateCode[]> {
  return await db
    .select()
    .from(affiliateCodes)
    .where(and(ofShop(shopId), eq(affiliateCodes.discountId, discountId)))
    .orderBy(asc(affiliateCodes.codeKey));
}

/** Codes of affiliates whose discount is unknown or that were missing in the store. */
export async function codesInDoubt(db: Db, shopId: ShopId, limit: number): Promise<AffiliateCode[]> {
  return await db
    .select()
    .from(affiliateCodes)
    .where(and(ofShop(shopId), or(isNull(affiliateCodes.discountId), eq(affiliateCodes.status, "missing"))))
    .orderBy(asc(affiliateCodes.codeKey))
    .limit(limit);
}

/** Assigns a discount code to an affiliate. False if it has an owner already. */
export async function assignCode(
  tx: Tx,
  code: { shopId: ShopId; affiliateId: AffiliateId; code: string; at: Date; discountId: string | null },
): Promise<boolean> {
  await recordRemoval(tx, code);
  const rows = await tx
    .insert(affiliateCodes)
    .values({
      shopId: code.shopId,
      codeKey: code.code.toLowerCase(),
      code: code.code,
      affiliateId: code.affiliateId,
      assignedAt: code.at,
      discountId: code.discountId,
    })
    .onConflictDoNothing()
    .returning({ codeKey: affiliateCodes.codeKey });
  return rows.length > 0;
}

/** Ends a code whose removal's notice period is over, because the job may not have done so yet. */
async function recordRemoval(
  tx: Tx,
  { shopId, code, at }: { readonly shopId: ShopId; readonly code: string; readonly at: Date },
): Promise<void> {
  await tx
    .update(affiliateCodes)
    .set({ endedAt: sql`${affiliateCodes.endsAt}` })
    .where(
      and(
        eq(affiliateCodes.shopId, shopId),
        eq(affiliateCodes.codeKey, code.toLowerCase()),
        isNull(affiliateCodes.endedAt),
        eq(affiliateCodes.endsHow, "removed"),
        lte(affiliateCodes.endsAt, at),
      ),
    );
}

/** Removes a code from an affiliate. It stays theirs for earlier orders. False if it was not theirs. */
export async function removeCode(
  tx: Tx,
  code: { shopId: ShopId; affiliateId: AffiliateId; code: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(affiliateCodes)
    .set({ endedAt: code.at })
    .where(
      and(
        eq(affiliateCodes.shopId, code.shopId),
        isNull(affiliateCodes.endedAt),
        eq(affiliateCodes.affiliateId, code.affiliateId),
        eq(affiliateCodes.codeKey, code.code.toLowerCase()),
      ),
    )
    .returning({ codeKey: affiliateCodes.codeKey });
  return rows.length > 0;
}

/** Updates status or discount of codes, only of those with status `from` if given. */
export async function noteCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
  { from, ...change }: { status?: CodeStatus; discountId?: string | null; from?: CodeStatus },
): Promise<void> {
  if (codeKeys.length === 0) return;
  await db
    .update(affiliateCodes)
    .set(change)
    .where(
      and(
        ofShop(shopId),
        isOneOf(affiliateCodes.codeKey, codeKeys),
        from ? eq(affiliateCodes.status, from) : undefined,
      ),
    );
}

export type CodeReceiver = { readonly affiliateId: AffiliateId; readonly name: string };

/** Affiliates who may get a code: those of a program, or those named, without suspended and rejected ones. */
export async function findCodeReceivers(
  db: Db,
  shopId: ShopId,
  who: { programId: string } | { affiliateIds: readonly string[] },
  limit: number,
): Promise<CodeReceiver[]> {
  return await db
    .select({ affiliateId: affiliates.affiliateId, name: affiliates.name })
    .from(affiliates)
    .where(
      and(
        eq(affiliates.shopId, shopId),
        inArray(affiliates.status, ["invited", "pending", "active"]),
        "programId" in who
          ? sql`exists (select 1 from ${programMembers} m where m.shop_id = ${shopId}
              and m.program_id = ${who.programId as ProgramId}
              and m.affiliate_id = ${affiliates.affiliateId} and m.left_at is null)`
          : isOneOf(affiliates.affiliateId, who.affiliateIds as readonly AffiliateId[]),
      ),
    )
    .orderBy(asc(affiliates.name), asc(affiliates.affiliateId))
    .limit(limit);
}

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
