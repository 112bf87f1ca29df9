import { sql } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";

/** A discount of which whoever joins a program gets a code. */
export type GivingDiscount = { readonly shopId: ShopId; readonly discountId: string };

/** Discounts of all shops that run and give codes to whoever joins a program. */
export async function givingDiscounts(db: Db): Promise<GivingDiscount[]> {
  const { rows } = await db.execute<GivingDiscount>(sql`
    select d.shop_id as "shopId", d.discount_id as "discountId" from discounts d
    join shops s on s.shop_id = d.shop_id and s.uninstalled_at is null
    where d.auto_program_id is not null and d.status in ('active', 'scheduled')
    order by d.shop_id, d.discount_id`);
  return rows;
}

/** Sets to whose newcomers a discount gives codes; null for nobody. Saying the same again changes nothing. */
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
 * Active affiliates who joined the discount's program since it gives codes, and of whom no code of it was ever asked:
 * none that they have or had, and none that the store refused. Locks the discount's row, so that two processes never
 * ask for the same.
 */
export async function lockNewcomers(
  tx: Tx,
  { shopId, discountId }: GivingDiscount,
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
