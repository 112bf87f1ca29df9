import { and, desc, eq, ilike, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { affiliates } from "./schema/affiliates.ts";
import { productAssignments } from "./schema/attribution.ts";

export type ProductAssignmentRow = typeof productAssignments.$inferSelect;
export type ProductAssignmentFilter = {
  /** Part of the product's title. */
  readonly search?: string | undefined;
  readonly affiliateId?: string | undefined;
  /** Current ones, or ended ones. */
  readonly status?: "active" | "ended" | undefined;
};

/** Product assignments, newest first, with the affiliate's name. */
export async function listProductAssignments(
  db: Db,
  shopId: ShopId,
  page: { readonly filter: ProductAssignmentFilter; readonly limit: number; readonly offset: number },
): Promise<(ProductAssignmentRow & { readonly affiliateName: string })[]> {
  const rows = await db
    .select({ owner: productAssignments, affiliateName: affiliates.name })
    .from(productAssignments)
    .innerJoin(affiliates, itsAffiliate)
    .where(filterOf(shopId, page.filter))
    .orderBy(desc(productAssignments.since), desc(productAssignments.productId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ owner, affiliateName }) => ({ ...owner, affiliateName }));
}

export async function countProductAssignments(
  db: Db,
  shopId: ShopId,
  filter: ProductAssignmentFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(productAssignments)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

export async function insertProductAssignment(
  tx: Tx,
  row: typeof productAssignments.$inferInsert,
): Promise<void> {
  await tx.insert(productAssignments).values(row);
}

/** The current affiliate of a product, locked. Null without one, and for a text that is no product id. */
export async function lockProductAssignment(
  tx: Tx,
  shopId: ShopId,
  productId: string,
): Promise<ProductAssignmentRow | null> {
  if (!/^\d{1,20}$/.test(productId)) return null;
  const [row] = await tx.select().from(productAssignments).where(openOf(shopId, productId)).for("update");
  return row ?? null;
}

/** Ends the assignment of a product at an instant. */
export async function endProductAssignment(
  tx: Tx,
  shopId: ShopId,
  productId: string,
  until: Date,
): Promise<void> {
  await tx.update(productAssignments).set({ until }).where(openOf(shopId, productId));
}

function openOf(shopId: ShopId, productId: string): SQL | undefined {
  return and(
    eq(productAssignments.shopId, shopId),
    eq(productAssignments.productId, productId),
    isNull(productAssignments.until),
  );
}

const itsAffiliate = and(
  eq(affiliates.shopId, productAssignments.shopId),
  eq(affiliates.affiliateId, productAssignments.affiliateId),
);

function filterOf(shopId: ShopId, { search, affiliateId, status }: ProductAssignmentFilter): SQL | undefined {
  const pattern = search && holding(search);
  return and(
    eq(productAssignments.shopId, shopId),
    pattern ? ilike(productAssignments.title, pattern) : undefined,
    affiliateId ? eq(productAssignments.affiliateId, affiliateId as AffiliateId) : undefined,
    status === "active" ? isNull(productAssignments.until) : undefined,
    status === "ended" ? isNotNull(productAssignments.until) : undefined,
  );
}
