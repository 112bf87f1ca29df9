import { and, eq, sql } from "drizzle-orm";
import type { MerchantEmailKind } from "../domain/emails/kinds.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { merchantNotices } from "./schema/emails.ts";

export type MerchantNotice = typeof merchantNotices.$inferSelect;

/**
 * When the merchant was last notified, locked until the transaction ends. `since` for a shop without a
 * notice.
 */
export async function lockNotice(
  tx: Tx,
  shopId: ShopId,
  { kind, since }: { readonly kind: MerchantEmailKind; readonly since: Date },
): Promise<MerchantNotice> {
  await tx.insert(merchantNotices).values({ shopId, kind, toldUntil: since }).onConflictDoNothing();
  const [notice] = await tx
    .select()
    .from(merchantNotices)
    .where(and(eq(merchantNotices.shopId, shopId), eq(merchantNotices.kind, kind)))
    .for("update");
  if (!notice) throw new Error("A notice that was just inserted is not there");
  return notice;
}

export async function saveNotice(tx: Tx, { shopId, kind, ...told }: MerchantNotice): Promise<void> {
  await tx
    .update(merchantNotices)
    .set(told)
    .where(and(eq(merchantNotices.shopId, shopId), eq(merchantNotices.kind, kind)));
}

export async function dropNotices(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(merchantNotices).where(eq(merchantNotices.shopId, shopId));
}

/** Names of what arrived after `since` up to `until` and still waits, oldest first. */
export type Newcomers = { readonly since: Date; readonly until: Date };

const isBetween = (column: string, { since, until }: Newcomers) =>
  sql`${sql.raw(column)} > ${since.toISOString()}::timestamptz and ${sql.raw(column)} <= ${until.toISOString()}::timestamptz`;

async function namesIn(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(query);
  return rows.map((row) => row.name);
}

/** Applicants whose applications wait for a decision. */
export async function newApplicants(db: Db, shopId: ShopId, span: Newcomers): Promise<string[]> {
  return await namesIn(
    db,
    sql`select name from applications where shop_id = ${shopId} and status = 'new'
      and ${isBetween("confirmed_at", span)} order by confirmed_at`,
  );
}

/** Affiliates with open claims, once for each claim. */
export async function newClaimants(db: Db, shopId: ShopId, span: Newcomers): Promise<string[]> {
  return await namesIn(
    db,
    sql`select a.name from claims c join affiliates a using (shop_id, affiliate_id)
      where c.shop_id = ${shopId} and c.status = 'open' and ${isBetween("c.made_at", span)} order by c.made_at`,
  );
}

/** Kinds of open flags, once for each flag. */
export async function newFlagKinds(db: Db, shopId: ShopId, span: Newcomers): Promise<string[]> {
  return await namesIn(
    db,
    sql`select kind as name from flags where shop_id = ${shopId} and status = 'open'
      and ${isBetween("raised_at", span)} order by raised_at`,
  );
}

/** Figures of some days, inclusive, by currency. */
export type DaysSum = {
  readonly currency: string;
  readonly orders: number;
  readonly revenueMinor: bigint;
  readonly refundsMinor: bigint;
  readonly commissionMinor: bigint;
};

export async function sumOfDays(
  db: Db,
  shopId: ShopId,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<DaysSum[]> {
  const { rows } = await db.execute<
    Record<"currency" | "revenue" | "refunds" | "commission", string> & { orders: number }
  >(sql`
    select currency, sum(orders)::int as orders, sum(revenue_minor)::text as revenue,
      sum(refunds_minor)::text as refunds, sum(commission_minor)::text as commission
    from daily_shop_figures where shop_id = ${shopId} and day between ${first} and ${last}
    group by currency
    having sum(orders) <> 0 or sum(revenue_minor) <> 0 or sum(commission_minor) <> 0 or sum(refunds_minor) <> 0
    order by currency`);
  return rows.map(({ currency, orders, revenue, refunds, commission }) => ({
    currency,
    orders,
    revenueMinor: BigInt(revenue),
    refundsMinor: BigInt(refunds),
    commissionMinor: BigInt(commission),
  }));
}

/** Number of applications confirmed in a span, decided or not. */
export async function countConfirmed(db: Db, shopId: ShopId, span: Newcomers): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from applications where shop_id = ${shopId} and ${isBetween("confirmed_at", span)}`);
  return rows[0]?.count ?? 0;
}
