import { householdsOf } from "#app/domain/fraud/traces.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { settleInParts } from "./watch-fraud.ts";
import { findCustomerHomes } from "#app/gateways/shopify/customers.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openOrdersUnflagged } from "#app/store/fraud-sources.ts";
import {
  affiliatesNotLookedUp,
  customerMark,
  insertMarks,
  markLookedUp,
} from "#app/store/affiliate-marks.ts";
import { afterOpenOrders } from "#app/store/orders.ts";
import { listShopIds, orderShopsOf } from "#app/store/shops.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

type CustomerShop = OrderShop & { readonly domain: string };

const atOnce = 50;
/** Lookups per shop and run. The next run does the rest. */
const mostAsked = 1000;
const mostOrders = 2000;

/**
 * Looks up, once per address, the store's customer with an affiliate's email address. From then on the
 * affiliate is recognized by that account and its postal addresses, stored as keyed hashes only. Earlier orders
 * are settled again, so a self-referral is flagged whenever it was placed. Returns the number of lookups.
 * @throws PlatformError if the store can't be reached. Other errors of single affiliates are thrown at the end;
 * those affiliates are looked up again and don't stop the others.
 */
export async function recognizeCustomers(shop: CustomerShop, now: Date): Promise<number> {
  const failed: unknown[] = [];
  let [asked, after] = [0, ""];
  for (;;) {
    const some = await affiliatesNotLookedUp(db(), shop.shopId, { after, limit: atOnce });
    for (const one of some) {
      await recognizeCustomer(shop, one, now).catch((error: unknown) => {
        if (error instanceof PlatformError) throw error;
        failed.push(error);
      });
    }
    asked += some.length;
    after = some.at(-1)?.affiliateId ?? "";
    if (some.length < atOnce || asked >= mostAsked) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, "Some customers of affiliates are not known.");
  return asked;
}

/**
 * Runs for every installed shop. A shop that Shopify gives no answer about is tried later. Other errors don't stop
 * the other shops, but the job fails at the end.
 */
export async function recognizeAllCustomers(now: Date): Promise<void> {
  const failed: unknown[] = [];
  for (const shop of (await orderShopsOf(db(), await listShopIds(db()))).values()) {
    if (shop.redactedAt !== null || shop.installedAt === null) continue;
    try {
      await recognizeCustomers(shop, now);
    } catch (error) {
      if (!(error instanceof PlatformError)) failed.push(error);
      log.warn("The customers of affiliates were not asked for", {
        shop: shop.domain,
        ...describeError(error),
      });
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, "Some customers of affiliates are not known.");
}

type AffiliateEmail = { readonly affiliateId: AffiliateId; readonly email: string };

/** The answer is recorded last, so an interrupted run asks again. */
async function recognizeCustomer(shop: CustomerShop, person: AffiliateEmail, now: Date): Promise<void> {
  const { shopId, domain } = shop;
  const { affiliateId, email } = person;
  const customer = await findCustomerHomes(domain, email);
  const homes = householdsOf(customer?.addresses ?? [], (text) => customerHash(shopId, text));
  const found = [
    ...(customer ? [{ kind: "customer" as const, hash: customerMark(shopId, customer.customerId) }] : []),
    ...homes.map((hash) => ({ kind: "address" as const, hash })),
  ].map((mark) => ({ shopId, affiliateId, since: now, ...mark }));
  if (found.length > 0) {
    await inTransaction((tx) => insertMarks(tx, found));
    await settleOpenOrders(shop, affiliateId, now);
  }
  await inTransaction((tx) => markLookedUp(tx, { shopId, affiliateId, email }, now));
}

/** Also settles orders in progress, which may have been checked before the marks existed. */
async function settleOpenOrders(shop: CustomerShop, affiliateId: AffiliateId, now: Date): Promise<void> {
  await afterOpenOrders(db());
  const orderIds = await openOrdersUnflagged(db(), shop.shopId, {
    affiliateIds: [affiliateId],
    kind: "self-referral",
    day: null,
    visited: false,
    timeZone: shop.timeZone,
    limit: mostOrders,
  });
  await settleInParts(shop, orderIds, now);
}
