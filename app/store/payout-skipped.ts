import { and, asc, eq, gt, ilike, or, sql } from "drizzle-orm";
import type { AffiliateId, PayoutId, ShopId } from "../domain/ids.ts";
import { type NotPaidReason, notPaidReasons, type ReasonCount } from "../domain/payouts/eligible.ts";
import { type Db, planned, type Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { payoutSkipped } from "./schema/payouts.ts";

/**
 * Records the affiliates that a page of planning skipped. An affiliate with a row in that currency keeps it.
 */
export async function insertSkipped(
  tx: Tx,
  rows: readonly (typeof payoutSkipped.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, payoutSkipped, rows, sql`on conflict do nothing`);
}

/** Number of affiliates skipped for a reason, and their available balance. Minor units. */
export type SkippedSum = {
  readonly currency: string;
  readonly reason: NotPaidReason;
  readonly count: number;
  readonly payableMinor: bigint;
};

/** The reasons of skipped affiliates, in display order. */
export async function skippedSums(db: Db, shopId: ShopId, payoutId: PayoutId): Promise<SkippedSum[]> {
  const { currency, reason, payableMinor } = payoutSkipped;
  const rows = await db
    .select({
      currency,
      reason,
      count: sql<number>`count(*)::int`,
      sum: sql<string>`sum(${payableMinor})::text`,
    })
    .from(payoutSkipped)
    .where(and(eq(payoutSkipped.shopId, shopId), eq(payoutSkipped.payoutId, payoutId)))
    .groupBy(currency, reason)
    .orderBy(asc(currency));
  return notPaidReasons.flatMap((one) =>
    rows
      .filter((found) => found.reason === one)
      .map(({ sum, ...row }) => ({ ...row, payableMinor: BigInt(sum) })),
  );
}

export type SkippedFilter = {
  readonly payoutId: PayoutId;
  readonly reason?: NotPaidReason | undefined;
  /** Part of a name or an email address. */
  readonly search?: string | undefined;
};

export type Skipped = {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly reason: NotPaidReason;
  readonly payableMinor: bigint;
};

type Page = {
  readonly filter: SkippedFilter;
  readonly limit: number;
  readonly offset: number;
  /** The place of the last row shown. Replaces `offset`. */
  readonly after?: string | undefined;
};

/** Affiliates that a payout skipped, in the order of their ids. */
export async function listSkipped(
  db: Db,
  shopId: ShopId,
  { filter, limit, offset, after }: Page,
): Promise<Skipped[]> {
  const { affiliateId, currency, reason, payableMinor } = payoutSkipped;
  const behind = after === undefined ? undefined : isBehind(after);
  return db
    .select({ affiliateId, name: affiliates.name, email: affiliates.email, currency, reason, payableMinor })
    .from(payoutSkipped)
    .innerJoin(affiliates, whose)
    .where(and(filterOf(shopId, filter), behind))
    .orderBy(asc(affiliateId), asc(currency))
    .limit(limit)
    .offset(after === undefined ? offset : 0);
}

/** The place of a row in the list: affiliate id, a space, currency. */
export function placeOfSkipped({ affiliateId, currency }: Skipped): string {
  return `${affiliateId} ${currency}`;
}

function isBehind(place: string) {
  const { affiliateId, currency } = payoutSkipped;
  const [last = "", of = ""] = place.split(" ");
  const id = last as AffiliateId;
  return or(gt(affiliateId, id), and(eq(affiliateId, id), gt(currency, of)));
}

export async function countSkipped(db: Db, shopId: ShopId, filter: SkippedFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payoutSkipped)
    .innerJoin(affiliates, whose)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

const whose = and(
  eq(affiliates.shopId, payoutSkipped.shopId),
  eq(affiliates.affiliateId, payoutSkipped.affiliateId),
);

function filterOf(shopId: ShopId, { payoutId, reason, search }: SkippedFilter) {
  const pattern = search && holding(search);
  return and(
    eq(payoutSkipped.shopId, shopId),
    eq(payoutSkipped.payoutId, payoutId),
    reason ? eq(payoutSkipped.reason, reason) : undefined,
    pattern ? or(ilike(affiliates.name, pattern), ilike(affiliates.email, pattern)) : undefined,
  );
}

/** Number of affiliates that a payout skipped for some reasons, in total and by reason. */
export async function skippedAffiliates(
  db: Db,
  shopId: ShopId,
  { payoutId, reasons }: { readonly payoutId: PayoutId; readonly reasons: readonly NotPaidReason[] },
): Promise<{ readonly count: number; readonly reasons: readonly ReasonCount[] }> {
  const { affiliateId, reason } = payoutSkipped;
  const ofPayout = and(
    eq(payoutSkipped.shopId, shopId),
    eq(payoutSkipped.payoutId, payoutId),
    isOneOf(reason, reasons),
  );
  const distinct = sql<number>`count(distinct ${affiliateId})::int`;
  const [all] = await db.select({ count: distinct }).from(payoutSkipped).where(ofPayout);
  const each = await db
    .select({ reason, count: distinct })
    .from(payoutSkipped)
    .where(ofPayout)
    .groupBy(reason);
  return { count: all?.count ?? 0, reasons: each };
}

/** Affiliates whom the last scheduled payout skipped. */
export type SkippedLately = {
  readonly payoutId: PayoutId;
  readonly count: number;
  readonly reasons: readonly ReasonCount[];
};

type AskedLately = { readonly shopId: ShopId; readonly reasons: readonly NotPaidReason[] };

const selectSkippedLately = planned<AskedLately, SkippedLately>(
  ({ shopId, reasons }) => sql`
    with last as (
      select payout_id from payouts where shop_id = ${shopId} and schedule_day <> ''
      order by schedule_day desc limit 1
    ), waiting as (
    select l.payout_id, l.affiliate_id, l.reason
    from payout_skipped l join last on last.payout_id = l.payout_id
    join ledger_balances b on b.shop_id = l.shop_id and b.affiliate_id = l.affiliate_id
      and b.account = 'payable' and b.currency = l.currency and b.balance_minor > 0
    where l.shop_id = ${shopId} and l.reason = any(${reasons})
      and not exists (select 1 from payout_payments i where i.shop_id = l.shop_id
        and i.affiliate_id = l.affiliate_id and i.currency = l.currency and i.closed_at is null)
    )
    select w.payout_id as "payoutId", count(distinct w.affiliate_id)::int as count,
      (select jsonb_agg(jsonb_build_object('reason', r.reason, 'count', r.count)) from (
        select reason, count(distinct affiliate_id)::int as count from waiting group by reason) r) as reasons
    from waiting w group by w.payout_id`,
);

/**
 * Number of affiliates whom the last scheduled payout skipped for one of these reasons and who still wait for
 * their money. Null if there are none.
 */
export async function skippedLately(
  db: Db,
  shopId: ShopId,
  reasons: readonly NotPaidReason[],
): Promise<SkippedLately | null> {
  const [found] = await selectSkippedLately(db, { shopId, reasons });
  return found ?? null;
}
