import { and, desc, eq, ilike, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { affiliates } from "./schema/affiliates.ts";
import { productOwners } from "./schema/attribution.ts";

export type ProductOwnerRow = typeof productOwners.$inferSelect;
export type ProductOwnerFilter = {
  /** Part of the product's title. */
  readonly search?: string | undefined;
  readonly affiliateId?: string | undefined;
  /** Those that hold now, and those that ended. */
  readonly status?: "active" | "ended" | undefined;
};

/** Products that point to affiliates, the newest first, with the affiliate's name. */
export async function listProductOwners(
  db: Db,
  shopId: ShopId,
  page: { readonly filter: ProductOwnerFilter; readonly limit: number; readonly offset: number },
): Promise<(ProductOwnerRow & { readonly affiliateName: string })[]> {
  const rows = await db
    .select({ owner: productOwners, affiliateName: affiliates.name })
    .from(productOwners)
    .innerJoin(affiliates, itsAffiliate)
    .where(filterOf(shopId, page.filter))
    .orderBy(desc(productOwners.since), desc(productOwners.productId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ owner, affiliateName }) => ({ ...owner, affiliateName }));
}

export async function countProductOwners(
  db: Db,
  shopId: ShopId,
  filter: ProductOwnerFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(productOwners)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

export async function insertProductOwner(tx: Tx, row: typeof productOwners.$inferInsert): Promise<void> {
  await tx.insert(productOwners).values(row);
}

/** To whom a product points now, locked; null where to nobody, and for what is no number of a product. */
export async function lockProductOwner(
  tx: Tx,
  shopId: ShopId,
  productId: string,
): Promise<ProductOwnerRow | null> {
  if (!/^\d{1,20}$/.test(productId)) return null;
  const [row] = await tx.select().from(productOwners).where(openOf(shopId, productId)).for("update");
  return row ?? null;
}

/** From then on the product points to nobody. */
export async function endProductOwner(tx: Tx, shopId: ShopId, productId: string, until: Date): Promise<void> {
  await tx.update(productOwners).set({ until }).where(openOf(shopId, productId));
}

function openOf(shopId: ShopId, productId: string): SQL | undefined {
  return and(
    eq(productOwners.shopId, shopId),
    eq(productOwners.productId, productId),
    isNull(productOwners.until),
  );
}

const itsAffiliate = and(
  eq(affiliates.shopId, productOwners.shopId),
  eq(affiliates.affiliateId, productOwners.affiliateId),
);

function filterOf(shopId: ShopId, { search, affiliateId, status }: ProductOwnerFilter): SQL | undefined {
  const pattern = search && holding(search);
  return and(
    eq(productOwners.shopId, shopId),
    pattern ? ilike(productOwners.title, pattern) : undefined,
    affiliateId ? eq(productOwners.affiliateId, affiliateId as AffiliateId) : undefined,
    status === "active" ? isNull(productOwners.until) : undefined,
    status === "ended" ? isNotNull(productOwners.until) : undefined,
  );
}
