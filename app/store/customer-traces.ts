import { and, eq, gt, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { ClickId, ShopId } from "../domain/ids.ts";
import { randomToken } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { forgetClickValues } from "./forget-dimensions.ts";
import { isOneOf } from "./many-rows.ts";
import type { OrderRow } from "./orders.ts";
import { clicks } from "./schema/clicks.ts";
import { claims, lifetimeCustomers, pixelJoins, trackingStatus } from "./schema/attribution.ts";
import { affiliateMarks, flags } from "./schema/flags.ts";
import { orders } from "./schema/orders.ts";

/** Keys of a customer outside orders. `customerId` is Shopify's number. */
export type CustomerNames = {
  readonly customerHash: string | null;
  readonly customerId: string | null;
  readonly orderIds: readonly string[];
};

/** The orders of a customer: those listed, and those with the hash or number. Null if no key is given. */
export function ordersOfCustomer({ customerHash, customerId, orderIds }: CustomerNames): SQL | null {
  const which = or(
    orderIds.length > 0 ? inArray(orders.orderId, [...orderIds]) : undefined,
    customerHash === null ? undefined : eq(orders.customerHash, customerHash),
    customerId === null ? undefined : sql`${orders.facts} ->> 'customerId' = ${customerId}`,
  );
  return which ?? null;
}

/**
 * Up to `limit` orders after one, by id. All orders of the shop if `which` is null. Locked if `lock` is set.
 */
export async function tracedOrders(
  tx: Tx | Db,
  shopId: ShopId,
  page: {
    readonly which: SQL | null;
    readonly after: string;
    readonly limit: number;
    readonly lock: boolean;
  },
): Promise<OrderRow[]> {
  const found = tx
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shopId), gt(orders.orderId, page.after), page.which ?? undefined))
    .orderBy(orders.orderId)
    .limit(page.limit);
  return page.lock ? found.for("update") : found;
}

/** The columns of a locked order after its customer was redacted. */
export type ForgottenOrder = Pick<OrderRow, "orderId" | "facts" | "factsHash" | "attribution">;

/** Saves redacted orders with one statement. */
export async function saveForgotten(tx: Tx, shopId: ShopId, left: readonly ForgottenOrder[]): Promise<void> {
  if (left.length === 0) return;
  await tx.execute(sql`
    update orders set facts = given.facts, facts_hash = given."factsHash", attribution = given.attribution,
      customer_hash = null
    from json_to_recordset(${JSON.stringify(left)}::json)
      as given ("orderId" text, facts jsonb, "factsHash" text, attribution jsonb)
    where orders.shop_id = ${shopId} and orders.order_id = given."orderId"`);
}

/** Keys of pixel events about orders. */
export type OrderTraces = {
  readonly orderIds: readonly string[];
  readonly checkoutTokens: readonly string[];
};

function ofOrders(shopId: ShopId, { orderIds, checkoutTokens }: OrderTraces): SQL | undefined {
  const of = or(isOneOf(pixelJoins.orderId, orderIds), isOneOf(pixelJoins.checkoutToken, checkoutTokens));
  return and(eq(pixelJoins.shopId, shopId), of);
}

/** Pixel events of these orders and checkouts. */
export async function pixelTraces(db: Db, shopId: ShopId, of: OrderTraces) {
  return db.select().from(pixelJoins).where(ofOrders(shopId, of)).orderBy(pixelJoins.receivedAt);
}

export async function erasePixelTraces(tx: Tx, shopId: ShopId, of: OrderTraces): Promise<void> {
  await tx.delete(pixelJoins).where(ofOrders(shopId, of));
}

/** Clicks by their ids, oldest first. */
export async function clickTraces(db: Db, shopId: ShopId, clickIds: readonly ClickId[]) {
  return db
    .select()
    .from(clicks)
    .where(and(eq(clicks.shopId, shopId), isOneOf(clicks.clickId, clickIds)))
    .orderBy(clicks.occurredAt);
}

/**
 * Makes clicks anonymous: new ids, new visitors, and no data about the visit. The rows keep their affiliate and
 * time, so the figures that they were counted in can still be verified.
 */
export async function anonymizeClicks(tx: Tx, shopId: ShopId, clickIds: readonly ClickId[]): Promise<void> {
  const found = await clickTraces(tx, shopId, clickIds);
  if (found.length === 0) return;
  await forgetClickValues(tx, shopId, found);
  const visitors = new Map(found.map((one) => [one.visitorHash, randomToken()]));
  visitors.set("", "");
  const renamed = found.map(({ clickId, occurredAt, visitorHash }) => ({
    click_id: clickId,
    // A click's id begins with its time, by which old clicks are found.
    to_id: newId<ClickId>("clk", occurredAt),
    to_visitor: visitors.get(visitorHash) ?? "",
  }));
  await tx.execute(sql`
    update clicks set click_id = given.to_id, visitor_hash = given.to_visitor, target = '', referrer_host = '',
      sub_id = '', ad_click = ''
    from json_to_recordset(${JSON.stringify(renamed)}::json) as given (click_id text, to_id text, to_visitor text)
    where clicks.shop_id = ${shopId} and clicks.click_id = given.click_id`);
  const named = found.map(({ visitorHash, affiliateId, occurredAt }) => ({
    hash: visitorHash,
    other: visitors.get(visitorHash) ?? "",
    affiliate_id: affiliateId,
    at: occurredAt,
  }));
  // A visitor with another remaining click keeps their hash, so that they can still be redacted later.
  await tx.execute(sql`
    update daily_visitors set visitor_hash = given.other
    from json_to_recordset(${JSON.stringify(named)}::json)
      as given (hash text, other text, affiliate_id text, at timestamptz)
    where daily_visitors.shop_id = ${shopId} and daily_visitors.visitor_hash = given.hash and not exists (
      select 1 from clicks where clicks.shop_id = ${shopId} and clicks.affiliate_id = given.affiliate_id
        and clicks.visitor_hash = given.hash
        and clicks.occurred_at between given.at - interval '1 day' and given.at + interval '1 day')`);
}

/** Lifetime affiliates that people assigned to a customer, oldest first. */
export async function bindingTraces(db: Db, shopId: ShopId, hashes: readonly string[]) {
  return db
    .select()
    .from(lifetimeCustomers)
    .where(and(eq(lifetimeCustomers.shopId, shopId), isOneOf(lifetimeCustomers.customerHash, hashes)))
    .orderBy(lifetimeCustomers.since);
}

export async function eraseBindings(tx: Tx, shopId: ShopId, hashes: readonly string[]): Promise<void> {
  await tx
    .delete(lifetimeCustomers)
    .where(and(eq(lifetimeCustomers.shopId, shopId), isOneOf(lifetimeCustomers.customerHash, hashes)));
}

type ClaimableOrder = Pick<OrderRow, "orderId" | "name">;

/** Claims to these orders: by id, and by name for orders that had not arrived yet. */
function claimsTo(claimed: readonly ClaimableOrder[]) {
  const names = claimed.map(({ name }) => name.trim().replace(/^#/, "").toLowerCase());
  const named = sql`lower(regexp_replace(trim(${claims.orderName}), '^#', ''))`;
  return or(
    isOneOf(
      claims.orderId,
      claimed.map((one) => one.orderId),
    ),
    and(isNull(claims.orderId), sql`${named} = any(${sql.param(names.filter((name) => name !== ""))})`),
  );
}

/** Claims to these orders, oldest first. */
export async function claimTraces(db: Db, shopId: ShopId, claimed: readonly ClaimableOrder[]) {
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.shopId, shopId), claimsTo(claimed)))
    .orderBy(claims.madeAt);
}

/** Deletes texts of claims to these orders, but not the decisions. Null for all orders of the shop. */
export async function eraseClaimTexts(
  tx: Tx,
  shopId: ShopId,
  claimed: readonly ClaimableOrder[] | null,
): Promise<void> {
  const which = claimed === null ? undefined : claimsTo(claimed);
  await tx
    .update(claims)
    .set({ note: "", answer: sql`case when ${claims.answer} is null then null else '' end` })
    .where(and(eq(claims.shopId, shopId), which));
}

/** Flags about these orders, oldest first. */
export async function flagTraces(db: Db, shopId: ShopId, orderIds: readonly string[]) {
  return db
    .select()
    .from(flags)
    .where(and(eq(flags.shopId, shopId), eq(flags.subjectKind, "order"), isOneOf(flags.subjectId, orderIds)))
    .orderBy(flags.raisedAt);
}

/** Deletes notes on flags about these orders. Evidence contains no personal data. Null for the whole shop. */
export async function eraseFlagNotes(
  tx: Tx,
  shopId: ShopId,
  orderIds: readonly string[] | null,
): Promise<void> {
  const which =
    orderIds === null ? undefined : and(eq(flags.subjectKind, "order"), isOneOf(flags.subjectId, orderIds));
  await tx
    .update(flags)
    .set({ note: "" })
    .where(and(eq(flags.shopId, shopId), which));
}

/**
 * Deletes marks learned from an affiliate's purchases: account and household. The affiliate's own address
 * stays. With the account all households of that affiliate are deleted, because old orders no longer show which
 * were theirs.
 */
export async function eraseLearnedMarks(tx: Tx, shopId: ShopId, hashes: readonly string[]): Promise<void> {
  const { kind, hash, affiliateId } = affiliateMarks;
  const ofShop = eq(affiliateMarks.shopId, shopId);
  const buyers = tx
    .select({ affiliateId })
    .from(affiliateMarks)
    .where(and(ofShop, eq(kind, "customer"), isOneOf(hash, hashes)));
  const isTold = and(inArray(kind, ["customer", "address"]), isOneOf(hash, hashes));
  const isOfBuyer = and(eq(kind, "address"), inArray(affiliateId, buyers));
  await tx.delete(affiliateMarks).where(and(ofShop, or(isTold, isOfBuyer)));
}

/**
 * Deletes a shop's data about visitors and customers outside orders and clicks, and the state of its web pixel.
 */
export async function eraseTrackingOf(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(pixelJoins).where(eq(pixelJoins.shopId, shopId));
  await tx.delete(lifetimeCustomers).where(eq(lifetimeCustomers.shopId, shopId));
  await tx.delete(trackingStatus).where(eq(trackingStatus.shopId, shopId));
  await tx.delete(affiliateMarks).where(eq(affiliateMarks.shopId, shopId));
  await eraseFlagNotes(tx, shopId, null);
}
