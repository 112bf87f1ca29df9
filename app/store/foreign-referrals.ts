import { and, asc, eq, gt, or, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { foreignReferrals } from "./schema/links.ts";

export type ForeignReferral = typeof foreignReferrals.$inferSelect & { readonly affiliateName: string };

export type ForeignFilter = {
  readonly affiliateId?: string | undefined;
  /** Part of the value or of the parameter. */
  readonly search?: string | undefined;
};
/** The last row of a page. */
export type ForeignCursor = { readonly parameter: string; readonly valueKey: string };

function matching(shopId: ShopId, { affiliateId, search }: ForeignFilter): SQL | undefined {
  const pattern = search && holding(search.toLowerCase());
  return and(
    eq(foreignReferrals.shopId, shopId),
    affiliateId === undefined ? undefined : eq(foreignReferrals.affiliateId, affiliateId as AffiliateId),
    pattern
      ? sql`(${foreignReferrals.valueKey} like ${pattern} or ${foreignReferrals.parameter} like ${pattern})`
      : undefined,
  );
}

/** One page of what other systems' links carry, by parameter and value. */
export async function listForeignReferrals(
  db: Db,
  shopId: ShopId,
  page: { filter: ForeignFilter; limit: number; offset: number; after?: ForeignCursor | undefined },
): Promise<ForeignReferral[]> {
  const { after } = page;
  const beyond = after
    ? or(
        gt(foreignReferrals.parameter, after.parameter),
        and(eq(foreignReferrals.parameter, after.parameter), gt(foreignReferrals.valueKey, after.valueKey)),
      )
    : undefined;
  const rows = await db
    .select({ referral: foreignReferrals, affiliateName: affiliates.name })
    .from(foreignReferrals)
    .innerJoin(
      affiliates,
      and(
        eq(affiliates.shopId, foreignReferrals.shopId),
        eq(affiliates.affiliateId, foreignReferrals.affiliateId),
      ),
    )
    .where(and(matching(shopId, page.filter), beyond))
    .orderBy(asc(foreignReferrals.parameter), asc(foreignReferrals.valueKey))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ referral, affiliateName }) => ({ ...referral, affiliateName }));
}

/** How many a filter finds, counted up to `cap`. */
export async function countForeignReferrals(
  db: Db,
  shopId: ShopId,
  filter: ForeignFilter,
  cap: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(foreignReferrals)
    .where(matching(shopId, filter))
    .limit(cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

export type ForeignName = { readonly parameter: string; readonly valueKey: string };

/** Those of these names that are mapped, with whose they are. */
export async function mappedReferrals(db: Db, shopId: ShopId, names: readonly ForeignName[]) {
  if (names.length === 0) return [];
  const rows = await db
    .select()
    .from(foreignReferrals)
    .where(
      and(
        eq(foreignReferrals.shopId, shopId),
        isOneOf(
          foreignReferrals.valueKey,
          names.map((one) => one.valueKey),
        ),
      ),
    );
  const wanted = new Set(names.map((one) => `${one.parameter}=${one.valueKey}`));
  return rows.filter((row) => wanted.has(`${row.parameter}=${row.valueKey}`));
}

/** Maps many at once; those that are mapped already stay as they are. Answers how many were added. */
export async function insertForeignReferrals(
  tx: Tx,
  rows: readonly (typeof foreignReferrals.$inferInsert)[],
): Promise<number> {
  let added = 0;
  // A statement takes at most so many parameters.
  for (let start = 0; start < rows.length; start += 1000) {
    const inserted = await tx
      .insert(foreignReferrals)
      .values(rows.slice(start, start + 1000))
      .onConflictDoNothing()
      .returning({ valueKey: foreignReferrals.valueKey });
    added += inserted.length;
  }
  return added;
}

/** Forgets one; answers whose it was, or null. */
export async function deleteForeignReferral(
  tx: Tx,
  shopId: ShopId,
  { parameter, valueKey }: ForeignName,
): Promise<AffiliateId | null> {
  const [row] = await tx
    .delete(foreignReferrals)
    .where(
      and(
        eq(foreignReferrals.shopId, shopId),
        eq(foreignReferrals.parameter, parameter),
        eq(foreignReferrals.valueKey, valueKey),
      ),
    )
    .returning({ affiliateId: foreignReferrals.affiliateId });
  return row?.affiliateId ?? null;
}
