import { and, desc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { lifetimeCustomers } from "./schema/attribution.ts";

export type BindingRow = typeof lifetimeCustomers.$inferSelect;
export type BindingFilter = {
  readonly customerHash?: string | undefined;
  readonly affiliateId?: string | undefined;
  /** Current ones, or ended ones. */
  readonly status?: "active" | "ended" | undefined;
};

/** Lifetime customers that people assigned, newest first, with the affiliate's name. */
export async function listBindings(
  db: Db,
  shopId: ShopId,
  page: { readonly filter: BindingFilter; readonly limit: number; readonly offset: number },
): Promise<(BindingRow & { readonly affiliateName: string })[]> {
  const rows = await db
    .select({ binding: lifetimeCustomers, affiliateName: affiliates.name })
    .from(lifetimeCustomers)
    .innerJoin(affiliates, itsAffiliate)
    .where(filterOf(shopId, page.filter))
    .orderBy(desc(lifetimeCustomers.since), desc(lifetimeCustomers.customerHash))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ binding, affiliateName }) => ({ ...binding, affiliateName }));
}

export async function countBindings(db: Db, shopId: ShopId, filter: BindingFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(lifetimeCustomers)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

/** Assigns a customer to an affiliate. A second assignment at the same instant is ignored. */
export async function insertBinding(tx: Tx, row: typeof lifetimeCustomers.$inferInsert): Promise<void> {
  await tx.insert(lifetimeCustomers).values(row);
}

/** The current affiliate of a customer, locked. Null without one, and for a text that is no hash. */
export async function lockBinding(tx: Tx, shopId: ShopId, customerHash: string): Promise<BindingRow | null> {
  if (!/^[\w-]{1,100}$/.test(customerHash)) return null;
  const [row] = await tx.select().from(lifetimeCustomers).where(openOf(shopId, customerHash)).for("update");
  return row ?? null;
}

/** Current affiliates of these customers, by hash. */
export async function boundAmong(
  db: Db,
  shopId: ShopId,
  hashes: readonly string[],
): Promise<Map<string, AffiliateId>> {
  const rows = await db
    .select({ hash: lifetimeCustomers.customerHash, affiliateId: lifetimeCustomers.affiliateId })
    .from(lifetimeCustomers)
    .where(
      and(
        eq(lifetimeCustomers.shopId, shopId),
        isOneOf(lifetimeCustomers.customerHash, hashes),
        isNull(lifetimeCustomers.until),
      ),
    );
  return new Map(rows.map(({ hash, affiliateId }) => [hash, affiliateId]));
}

/** Ends the current assignment of a customer. */
export async function endBinding(tx: Tx, shopId: ShopId, customerHash: string, until: Date): Promise<void> {
  await tx.update(lifetimeCustomers).set({ until }).where(openOf(shopId, customerHash));
}

/** Ends the current assignments to an affiliate that began at this instant. */
export async function endBindingsSince(
  tx: Tx,
  shopId: ShopId,
  {
    affiliateId,
    since,
    until,
  }: { readonly affiliateId: AffiliateId; readonly since: Date; readonly until: Date },
): Promise<void> {
  await tx
    .update(lifetimeCustomers)
    .set({ until })
    .where(
      and(
        eq(lifetimeCustomers.shopId, shopId),
        eq(lifetimeCustomers.affiliateId, affiliateId),
        eq(lifetimeCustomers.since, since),
        isNull(lifetimeCustomers.until),
      ),
    );
}

function openOf(shopId: ShopId, customerHash: string): SQL | undefined {
  return and(
    eq(lifetimeCustomers.shopId, shopId),
    eq(lifetimeCustomers.customerHash, customerHash),
    isNull(lifetimeCustomers.until),
  );
}

const itsAffiliate = and(
  eq(affiliates.shopId, lifetimeCustomers.shopId),
  eq(affiliates.affiliateId, lifetimeCustomers.affiliateId),
);

function filterOf(shopId: ShopId, { customerHash, affiliateId, status }: BindingFilter): SQL | undefined {
  const { until } = lifetimeCustomers;
  return and(
    eq(lifetimeCustomers.shopId, shopId),
    customerHash === undefined ? undefined : eq(lifetimeCustomers.customerHash, customerHash),
    affiliateId ? eq(lifetimeCustomers.affiliateId, affiliateId as AffiliateId) : undefined,
    status === "active" ? isNull(until) : undefined,
    status === "ended" ? isNotNull(until) : undefined,
  );
}
