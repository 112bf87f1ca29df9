import { and, asc, eq, gt, ilike, or, sql } from "drizzle-orm";
import type { AffiliateId, PayoutBatchId, ShopId } from "../domain/ids.ts";
import { type NotPaidReason, notPaidReasons } from "../domain/payouts/eligible.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { insertRows } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { payoutLeftOut } from "./schema/payout-left-out.ts";

/** Writes whom a page of planning did not pay. */
export async function insertLeftOut(
  tx: Tx,
  rows: readonly (typeof payoutLeftOut.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, payoutLeftOut, rows);
}

/** How many were left out for a reason, and what they had payable. Minor units. */
export type LeftOutSum = {
  readonly reason: NotPaidReason;
  readonly count: number;
  readonly payableMinor: bigint;
};

/** The reasons that somebody was left out for, in the order in which they are told. */
export async function leftOutSums(db: Db, shopId: ShopId, batchId: PayoutBatchId): Promise<LeftOutSum[]> {
  const { reason, payableMinor } = payoutLeftOut;
  const rows = await db
    .select({ reason, count: sql<number>`count(*)::int`, sum: sql<string>`sum(${payableMinor})::text` })
    .from(payoutLeftOut)
    .where(and(eq(payoutLeftOut.shopId, shopId), eq(payoutLeftOut.batchId, batchId)))
    .groupBy(reason);
  return notPaidReasons.flatMap((one) => {
    const row = rows.find((found) => found.reason === one);
    return row ? [{ reason: one, count: row.count, payableMinor: BigInt(row.sum) }] : [];
  });
}

export type LeftOutFilter = {
  readonly batchId: PayoutBatchId;
  readonly reason?: NotPaidReason | undefined;
  /** Part of a name or an e-mail address. */
  readonly search?: string | undefined;
};

export type LeftOut = {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly email: string;
  readonly reason: NotPaidReason;
  readonly payableMinor: bigint;
};

type Page = {
  readonly filter: LeftOutFilter;
  readonly limit: number;
  readonly offset: number;
  /** The last affiliate that was shown; it replaces `offset`. */
  readonly after?: string | undefined;
};

/** Whom a batch left out, in the order of their ids. */
export async function listLeftOut(
  db: Db,
  shopId: ShopId,
  { filter, limit, offset, after }: Page,
): Promise<LeftOut[]> {
  const { affiliateId, reason, payableMinor } = payoutLeftOut;
  const behind = after === undefined ? undefined : gt(affiliateId, after as AffiliateId);
  return db
    .select({ affiliateId, name: affiliates.name, email: affiliates.email, reason, payableMinor })
    .from(payoutLeftOut)
    .innerJoin(affiliates, whose)
    .where(and(filterOf(shopId, filter), behind))
    .orderBy(asc(affiliateId))
    .limit(limit)
    .offset(after === undefined ? offset : 0);
}

export async function countLeftOut(db: Db, shopId: ShopId, filter: LeftOutFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payoutLeftOut)
    .innerJoin(affiliates, whose)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

const whose = and(
  eq(affiliates.shopId, payoutLeftOut.shopId),
  eq(affiliates.affiliateId, payoutLeftOut.affiliateId),
);

function filterOf(shopId: ShopId, { batchId, reason, search }: LeftOutFilter) {
  const pattern = search && holding(search);
  return and(
    eq(payoutLeftOut.shopId, shopId),
    eq(payoutLeftOut.batchId, batchId),
    reason ? eq(payoutLeftOut.reason, reason) : undefined,
    pattern ? or(ilike(affiliates.name, pattern), ilike(affiliates.email, pattern)) : undefined,
  );
}
