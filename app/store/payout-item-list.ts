import { and, asc, desc, eq, gt, ilike, lt, ne, or, type SQL, sql } from "drizzle-orm";
import {
  type AffiliateId,
  isIdOf,
  type PayoutBatchId,
  type PayoutId,
  type PayoutItemId,
  type ShopId,
} from "../domain/ids.ts";
import type { ItemState } from "../domain/payouts/item.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { affiliates } from "./schema/affiliates.ts";
import { payoutBatches, payoutItems } from "./schema/payouts.ts";

type Row = typeof payoutItems.$inferSelect;
export type NamedItem = Omit<Row, "status"> & {
  readonly status: ItemState;
  readonly affiliateName: string;
  readonly payoutId: PayoutId;
};

export type ItemFilter = {
  readonly payoutId?: PayoutId | undefined;
  readonly batchId?: PayoutBatchId | undefined;
  readonly status?: ItemState | undefined;
  readonly method?: PayoutMethod | undefined;
  /** Only what a person has to look at: in `person`, or with a contradiction of the provider's; '' for both. */
  readonly person?: "" | "person" | "contradiction" | undefined;
  /** Part of the affiliate's name or of the account as it is shown. */
  readonly search?: string | undefined;
};

type Page = {
  readonly filter: ItemFilter;
  readonly limit: number;
  readonly offset: number;
  /** The last item that was shown; it replaces `offset`. */
  readonly after?: string | undefined;
};

/** Items in the order of their ids. */
export async function listItems(db: Db, shopId: ShopId, page: Page): Promise<NamedItem[]> {
  const { filter, limit, offset, after } = page;
  const rows = await selectItems(db)
    .where(
      and(
        filterOf(shopId, filter),
        after === undefined ? undefined : gt(payoutItems.itemId, after as PayoutItemId),
      ),
    )
    .orderBy(asc(payoutItems.itemId))
    .limit(limit)
    .offset(after === undefined ? offset : 0);
  return rows.map(named);
}

export async function countItems(db: Db, shopId: ShopId, filter: ItemFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payoutItems)
    .innerJoin(affiliates, whose)
    .innerJoin(payoutBatches, ofSection)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

/** One item with whom it pays, or null. */
export async function findNamedItem(db: Db, shopId: ShopId, itemId: string): Promise<NamedItem | null> {
  if (!isIdOf("payoutItem", itemId)) return null;
  const [row] = await selectItems(db).where(
    and(eq(payoutItems.shopId, shopId), eq(payoutItems.itemId, itemId as PayoutItemId)),
  );
  return row ? named(row) : null;
}

const whose = and(
  eq(affiliates.shopId, payoutItems.shopId),
  eq(affiliates.affiliateId, payoutItems.affiliateId),
);

const ofSection = and(
  eq(payoutBatches.shopId, payoutItems.shopId),
  eq(payoutBatches.batchId, payoutItems.batchId),
);

function selectItems(db: Db) {
  return db
    .select({ item: payoutItems, affiliateName: affiliates.name, payoutId: payoutBatches.payoutId })
    .from(payoutItems)
    .innerJoin(affiliates, whose)
    .innerJoin(payoutBatches, ofSection);
}

type SelectedItem = {
  readonly item: Row;
  readonly affiliateName: string;
  readonly payoutId: PayoutId;
};

function named({ item, ...rest }: SelectedItem): NamedItem {
  return { ...item, ...rest, status: item.status as ItemState };
}

/** As the index of them has it. */
const needsPerson = sql`(${payoutItems.status} = 'person' or ${payoutItems.contradiction} <> '')`;

function filterOf(shopId: ShopId, filter: ItemFilter): SQL | undefined {
  const { payoutId, batchId, status, method, person, search } = filter;
  const pattern = search && holding(search);
  return and(
    eq(payoutItems.shopId, shopId),
    payoutId ? eq(payoutBatches.payoutId, payoutId) : undefined,
    batchId ? eq(payoutItems.batchId, batchId) : undefined,
    status ? eq(payoutItems.status, status) : undefined,
    method ? eq(payoutItems.method, method) : undefined,
    person === undefined ? undefined : needsPerson,
    person === "person" ? eq(payoutItems.status, "person") : undefined,
    person === "contradiction" ? ne(payoutItems.contradiction, "") : undefined,
    pattern ? or(ilike(affiliates.name, pattern), ilike(payoutItems.receiver, pattern)) : undefined,
  );
}

export type OwnPayout = Omit<Row, "status"> & { readonly status: ItemState };
export type OwnPayoutCursor = { readonly plannedAt: Date; readonly itemId: string };

const known = (row: Row): OwnPayout => ({ ...row, status: row.status as ItemState });

/** One page of what an affiliate was and is being paid, newest first, through payout_items_affiliate. */
export async function listOwnPayouts(
  db: Db,
  shopId: ShopId,
  page: { affiliateId: AffiliateId; limit: number; after?: OwnPayoutCursor | undefined },
): Promise<OwnPayout[]> {
  const { after } = page;
  const beyond = after
    ? or(
        lt(payoutItems.plannedAt, after.plannedAt),
        and(eq(payoutItems.plannedAt, after.plannedAt), lt(payoutItems.itemId, after.itemId as PayoutItemId)),
      )
    : undefined;
  const rows = await db
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.affiliateId, page.affiliateId), beyond))
    .orderBy(desc(payoutItems.plannedAt), desc(payoutItems.itemId))
    .limit(page.limit);
  return rows.map(known);
}

/** One payout of an affiliate; null too where it is another's. */
export async function findOwnPayout(
  db: Db,
  shopId: ShopId,
  of: { affiliateId: AffiliateId; itemId: string },
): Promise<OwnPayout | null> {
  if (!isIdOf("payoutItem", of.itemId)) return null;
  const [row] = await db
    .select()
    .from(payoutItems)
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        eq(payoutItems.itemId, of.itemId as PayoutItemId),
        eq(payoutItems.affiliateId, of.affiliateId),
      ),
    );
  return row ? known(row) : null;
}
