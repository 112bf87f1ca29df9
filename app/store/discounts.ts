import { and, desc, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { DiscountDetails } from "#app/domain/codes/discount.ts";
import { type AffiliateId, type CodeBatchId, isIdOf, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { holding } from "./like.ts";
import { codeBatches, discounts } from "./schema/links.ts";
import { affiliateCodes } from "./schema/affiliates.ts";
import { shops } from "./schema/shops.ts";

type Row = typeof discounts.$inferSelect;
/** A discount of the store as last read. */
export type DiscountRow = Omit<Row, "details"> & { readonly details: DiscountDetails };
export type DiscountStatus = Row["status"];

/** Used as the discount of a batch whose codes already exist in the store, in any of its discounts. */
export const ofAnyDiscount = "";

/** A code of a batch with its result. */
export type BatchCode = {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly code: string;
  readonly state: "waiting" | "made" | "taken" | "failed";
  readonly message: string | null;
};
export type CodeBatch = Omit<typeof codeBatches.$inferSelect, "codes" | "batchId"> & {
  readonly batchId: CodeBatchId;
  readonly codes: readonly BatchCode[];
};

const discountRow = (row: Row): DiscountRow => ({
  ...row,
  details: row.details as unknown as DiscountDetails,
});
const byId = (shopId: ShopId, discountId: string) =>
  and(eq(discounts.shopId, shopId), eq(discounts.discountId, discountId));

/** A stored discount, or null. Also null for a text that is not all digits. */
export async function findDiscountRow(
  db: Db,
  shopId: ShopId,
  discountId: string,
): Promise<DiscountRow | null> {
  if (!/^\d{1,20}$/.test(discountId)) return null;
  const [row] = await db.select().from(discounts).where(byId(shopId, discountId));
  return row ? discountRow(row) : null;
}

export type DiscountFilter = {
  readonly status?: DiscountStatus | undefined;
  readonly search?: string | undefined;
};
export type DiscountCursor = { readonly createdAt: Date; readonly discountId: string };

function matching(shopId: ShopId, { status, search }: DiscountFilter) {
  const pattern = search ? holding(search) : undefined;
  return and(
    eq(discounts.shopId, shopId),
    status ? eq(discounts.status, status) : undefined,
    pattern ? sql`${discounts.title} ilike ${pattern}` : undefined,
  );
}

/** A discount with the number of affiliates' codes. */
export type CountedDiscount = DiscountRow & { readonly codes: number };

/** One page of discounts, newest first. */
export async function listDiscountRows(
  db: Db,
  shopId: ShopId,
  page: { filter: DiscountFilter; limit: number; offset: number; after?: DiscountCursor | undefined },
): Promise<CountedDiscount[]> {
  const { after } = page;
  const beyond = after
    ? or(
        lt(discounts.createdAt, after.createdAt),
        and(eq(discounts.createdAt, after.createdAt), lt(discounts.discountId, after.discountId)),
      )
    : undefined;
  const rows = await db
    .select({
      row: discounts,
      // Qualified with its table. Unqualified, the subquery would read the codes' column and count all shops.
      codes: sql<number>`(select count(*)::int from ${affiliateCodes} c where c.shop_id = ${discounts}.shop_id
        and c.discount_id = ${discounts}.discount_id and c.ended_at is null)`,
    })
    .from(discounts)
    .where(and(matching(shopId, page.filter), beyond))
    .orderBy(desc(discounts.createdAt), desc(discounts.discountId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ row, codes }) => ({ ...discountRow(row), codes }));
}

/** Number of discounts that match a filter. */
export async function countDiscountRows(db: Db, shopId: ShopId, filter: DiscountFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(discounts)
    .where(matching(shopId, filter));
  return row?.total ?? 0;
}

type DiscountSnapshot = Pick<DiscountRow, "discountId" | "title" | "details" | "status">;

/** Stores a discount as read from Shopify. A known one keeps its template. */
export async function keepDiscount(
  db: Db,
  shopId: ShopId,
  { discountId, title, details, status }: DiscountSnapshot,
  more: { now: Date; template?: string | null; notice: string | null },
): Promise<void> {
  const told = {
    title,
    kind: details.value.kind,
    details: details as unknown as Row["details"],
    status,
    checkedAt: more.now,
    notice: more.notice,
  };
  await db
    .insert(discounts)
    .values({ shopId, discountId, ...told, template: more.template ?? null, createdAt: more.now })
    .onConflictDoUpdate({
      target: [discounts.shopId, discounts.discountId],
      set: more.template ? { ...told, template: more.template } : told,
    });
}

/** Updates a stored discount. */
export async function noteDiscount(
  db: Db,
  shopId: ShopId,
  discountId: string,
  change: Partial<Pick<Row, "status" | "checkedAt" | "notice">>,
): Promise<void> {
  await db.update(discounts).set(change).where(byId(shopId, discountId));
}

/** Ids of a shop's discounts that are not deleted in the store. */
export async function listDiscountIds(db: Db, shopId: ShopId): Promise<string[]> {
  const rows = await db
    .select({ discountId: discounts.discountId })
    .from(discounts)
    .where(and(eq(discounts.shopId, shopId), ne(discounts.status, "deleted")));
  return rows.map((row) => row.discountId);
}

export async function insertBatch(
  tx: Tx,
  shopId: ShopId,
  batch: Pick<CodeBatch, "batchId" | "discountId" | "status" | "codes" | "createdAt" | "finishedAt">,
): Promise<void> {
  await tx.insert(codeBatches).values({ shopId, ...batch });
}

const batchOfRow = (row: typeof codeBatches.$inferSelect): CodeBatch => ({
  ...row,
  batchId: row.batchId as CodeBatchId,
  codes: row.codes as unknown as readonly BatchCode[],
});

/** A batch of the shop, or null. */
export async function findBatch(db: Db, shopId: ShopId, batchId: string): Promise<CodeBatch | null> {
  if (!isIdOf("codeBatch", batchId)) return null;
  const [row] = await db
    .select()
    .from(codeBatches)
    .where(and(eq(codeBatches.shopId, shopId), eq(codeBatches.batchId, batchId)));
  return row ? batchOfRow(row) : null;
}

/** The batches of a discount, newest first. */
export async function listBatches(db: Db, shopId: ShopId, discountId: string): Promise<CodeBatch[]> {
  const rows = await db
    .select()
    .from(codeBatches)
    .where(and(eq(codeBatches.shopId, shopId), eq(codeBatches.discountId, discountId)))
    .orderBy(desc(codeBatches.createdAt))
    .limit(20);
  return rows.map(batchOfRow);
}

/** Saves the progress of a batch. One that has ended stays as it is. */
export async function noteBatch(
  db: Db,
  shopId: ShopId,
  batchId: CodeBatchId,
  change: Partial<Pick<CodeBatch, "status" | "codes" | "error" | "finishedAt">>,
): Promise<void> {
  await db
    .update(codeBatches)
    .set(change)
    .where(
      and(
        eq(codeBatches.shopId, shopId),
        eq(codeBatches.batchId, batchId),
        inArray(codeBatches.status, ["waiting", "running"]),
      ),
    );
}

/** Reopens a batch that ended because nothing more could be done. False for any other. */
export async function reopenBatch(db: Db, shopId: ShopId, batchId: CodeBatchId): Promise<boolean> {
  const rows = await db
    .update(codeBatches)
    .set({ status: "waiting", error: null, finishedAt: null })
    .where(
      and(eq(codeBatches.shopId, shopId), eq(codeBatches.batchId, batchId), eq(codeBatches.status, "failed")),
    )
    .returning({ batchId: codeBatches.batchId });
  return rows.length > 0;
}

/** Installed shops with stored discount codes. */
export async function shopsWithCodes(
  db: Db,
): Promise<{ shopId: ShopId; domain: string; currency: string }[]> {
  return await db
    .select({ shopId: shops.shopId, domain: shops.domain, currency: shops.currency })
    .from(shops)
    .where(
      and(
        sql`${shops.installedAt} is not null and ${shops.uninstalledAt} is null`,
        sql`exists (select 1 from ${affiliateCodes} c where c.shop_id = ${shops.shopId})`,
      ),
    );
}

/** Deletes the batches of a shop. They name affiliates and codes only to show their progress. */
export async function dropBatches(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(codeBatches).where(eq(codeBatches.shopId, shopId));
}

/** A discount whose codes new members of a program get. */
export type NewcomerDiscount = { readonly shopId: ShopId; readonly discountId: string };

/** Active discounts of all shops whose codes new members of a program get. */
export async function newcomerDiscounts(db: Db): Promise<NewcomerDiscount[]> {
  const { rows } = await db.execute<NewcomerDiscount>(sql`
    select d.shop_id as "shopId", d.discount_id as "discountId" from discounts d
    join shops s on s.shop_id = d.shop_id and s.uninstalled_at is null
    where d.auto_program_id is not null and d.status in ('active', 'scheduled')
    order by d.shop_id, d.discount_id`);
  return rows;
}

/**
 * Sets the program whose new members get codes of a discount. Null for none. No change if it is set already.
 */
export async function setNewcomers(
  tx: Tx,
  shopId: ShopId,
  of: { readonly discountId: string; readonly programId: ProgramId | null; readonly now: Date },
): Promise<void> {
  const { discountId, programId, now } = of;
  await tx.execute(sql`
    update discounts set auto_program_id = ${programId}, auto_since = ${programId === null ? null : now}
    where shop_id = ${shopId} and discount_id = ${discountId} and auto_program_id is distinct from ${programId}`);
}

/**
 * Active affiliates who joined the discount's program since then and for whom none of its codes was ever
 * requested: none that they have or had, and none that the store refused. Locks the discount's row, so that
 * two processes never request the same codes.
 */
export async function lockNewcomers(
  tx: Tx,
  { shopId, discountId }: NewcomerDiscount,
  limit: number,
): Promise<AffiliateId[]> {
  await tx.execute(sql`
    select 1 from discounts where shop_id = ${shopId} and discount_id = ${discountId} for update`);
  const { rows } = await tx.execute<{ affiliateId: AffiliateId }>(sql`
    select a.affiliate_id as "affiliateId" from discounts d
    join program_members m on m.shop_id = d.shop_id and m.program_id = d.auto_program_id
      and m.left_at is null and m.joined_at >= d.auto_since
    join affiliates a on a.shop_id = m.shop_id and a.affiliate_id = m.affiliate_id and a.status = 'active'
    where d.shop_id = ${shopId} and d.discount_id = ${discountId}
      and not exists (select 1 from affiliate_codes c
        where c.shop_id = d.shop_id and c.affiliate_id = a.affiliate_id and c.discount_id = d.discount_id)
      and not exists (select 1 from code_batches b where b.shop_id = d.shop_id and b.discount_id = d.discount_id
        and b.codes @> jsonb_build_array(jsonb_build_object('affiliateId', a.affiliate_id)))
    order by m.joined_at, a.affiliate_id limit ${limit}`);
  return rows.map((row) => row.affiliateId);
}
