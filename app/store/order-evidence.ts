import { and, eq, sql } from "drizzle-orm";
import type { CreditedOrder } from "../domain/binding.ts";
import type { AffiliateId, ClaimId, ProgramId, ShopId } from "../domain/ids.ts";
import { renewalSources } from "../domain/order-reading.ts";
import type { SubscribedOrder } from "../domain/renewal.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { claims, customerBindings, pixelJoins, productOwners } from "./schema/attribution.ts";

export type PixelJoin = {
  readonly orderId: string;
  readonly checkoutToken: string;
  /** Signed for the shop. */
  readonly clickIds: readonly string[];
};

/** What the web pixel saw at checkouts, by their tokens, in the order of hearing of it. */
export async function pixelJoinsOf(
  db: Db,
  shopId: ShopId,
  checkoutTokens: readonly string[],
): Promise<PixelJoin[]> {
  if (checkoutTokens.length === 0) return [];
  return db
    .select({
      orderId: pixelJoins.orderId,
      checkoutToken: pixelJoins.checkoutToken,
      clickIds: pixelJoins.clickIds,
    })
    .from(pixelJoins)
    .where(and(eq(pixelJoins.shopId, shopId), isOneOf(pixelJoins.checkoutToken, checkoutTokens)))
    .orderBy(pixelJoins.receivedAt, pixelJoins.eventId);
}

/** A time for which something pointed to an affiliate; `until` is null while it does. */
export type Pointed = {
  readonly affiliateId: AffiliateId;
  readonly since: Date;
  readonly until: Date | null;
};

/** To whom people bound customers, by hash, oldest first. */
export async function bindingsOf(
  db: Db,
  shopId: ShopId,
  customerHashes: readonly string[],
): Promise<Map<string, Pointed[]>> {
  if (customerHashes.length === 0) return new Map();
  const rows = await db
    .select()
    .from(customerBindings)
    .where(and(eq(customerBindings.shopId, shopId), isOneOf(customerBindings.customerHash, customerHashes)))
    .orderBy(customerBindings.customerHash, customerBindings.since);
  return Map.groupBy(rows, (row) => row.customerHash);
}

/** Whose products these are and were, by the digits of the product's id, oldest first. */
export async function ownersOfProducts(
  db: Db,
  shopId: ShopId,
  productIds: readonly string[],
): Promise<Map<string, Pointed[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(productOwners)
    .where(and(eq(productOwners.shopId, shopId), isOneOf(productOwners.productId, productIds)))
    .orderBy(productOwners.productId, productOwners.since);
  return Map.groupBy(rows, (row) => row.productId);
}

/** Accepted claims to orders, by order, in the order of accepting. */
export async function acceptedClaimsOf(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, { readonly claimId: ClaimId; readonly affiliateId: AffiliateId }[]>> {
  const rows = await db
    .select({ orderId: claims.orderId, claimId: claims.claimId, affiliateId: claims.affiliateId })
    .from(claims)
    .where(
      and(
        eq(claims.shopId, shopId),
        eq(claims.status, "accepted"),
        sql`${claims.orderId} = any(${sql.param([...orderIds])})`,
      ),
    )
    .orderBy(claims.decidedAt, claims.claimId);
  return Map.groupBy(rows, (row) => row.orderId ?? "");
}

/**
 * Locks customers until the transaction ends, so that of two of their orders one sees the other. Whoever locks orders
 * does so before.
 */
export async function lockCustomers(
  tx: Tx,
  shopId: ShopId,
  customerHashes: readonly string[],
): Promise<void> {
  if (customerHashes.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${shopId} || ' customer ' || hash, 0) as key
      from unnest(${sql.param([...customerHashes])}::text[]) as hash order by 1
    ) as keys`);
}

/** The customer of whom credited orders are asked, and how far back they matter: for life only the first does. */
export type CreditedQuestion = {
  readonly customerHashes: readonly string[];
  readonly firstOnly: boolean;
  /** Orders of the same transaction, whose rows are older than what is known of them. */
  readonly except: readonly string[];
};

/** Orders that bind customers: those that somebody is credited with, renewals by M23 left out; by the customer's hash. */
export async function creditedOrdersOf(
  db: Db,
  shopId: ShopId,
  { customerHashes, firstOnly, except }: CreditedQuestion,
): Promise<Map<string, CreditedOrder[]>> {
  if (customerHashes.length === 0) return new Map();
  const { rows } = await db.execute<{ hash: string; id: string; affiliate: AffiliateId; at: string }>(sql`
    select ${firstOnly ? sql`distinct on (customer_hash)` : sql``} customer_hash as hash, order_id as id,
      affiliate_id as affiliate, facts ->> 'createdAt' as at
    from orders
    where shop_id = ${shopId} and customer_hash = any(${sql.param([...customerHashes])}) and credited
      and attribution #>> '{decided,winner,evidence,kind}' is distinct from 'renewal'
      and order_id <> all(${sql.param([...except])})
    order by customer_hash, placed_at, order_id`);
  const found = Map.groupBy(rows, (row) => row.hash);
  return new Map(
    [...found].map(([hash, own]) => [
      hash,
      own.map(({ id, affiliate, at }) => ({ orderId: id, affiliateId: affiliate, at })),
    ]),
  );
}

type SubscribedRow = {
  readonly customer: string;
  readonly id: string;
  readonly at: string;
  readonly test: boolean;
  readonly lines: SubscribedOrder["lines"];
  readonly affiliate: AffiliateId | null;
  readonly program: ProgramId | null;
};

/** Orders with a subscription line, renewals left out, by the platform's id of their customer. */
export async function subscribedOrdersOf(
  db: Db,
  shopId: ShopId,
  of: { readonly customerIds: readonly string[]; readonly except: readonly string[] },
): Promise<Map<string, SubscribedOrder[]>> {
  if (of.customerIds.length === 0) return new Map();
  // The text of the line test is that of the index `orders_subscribed`.
  const { rows } = await db.execute<SubscribedRow & Record<string, unknown>>(sql`
    select facts ->> 'customerId' as customer, order_id as id, facts ->> 'createdAt' as at,
      (facts ->> 'test')::boolean as test, affiliate_id as affiliate, program_id as program,
      jsonb_path_query_array(facts, '$.lines[*] ? (@.subscription == true)') as lines
    from orders
    where shop_id = ${shopId} and facts ->> 'customerId' = any(${sql.param([...of.customerIds])})
      and facts @> '{"lines": [{"subscription": true}]}'
      and coalesce(facts ->> 'sourceName', '') <> all(${sql.param([...renewalSources])})
      and order_id <> all(${sql.param([...of.except])})`);
  const found = Map.groupBy(rows, (row) => row.customer);
  return new Map([...found].map(([customer, own]) => [customer, own.map(subscribedOrder)]));
}

function subscribedOrder({ id, at, test, lines, affiliate, program }: SubscribedRow): SubscribedOrder {
  const credit =
    affiliate === null || program === null ? null : { affiliateId: affiliate, programId: program };
  return { orderId: id, at, test, lines, credit };
}
