import { householdsOf } from "#app/domain/fraud/traces.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { findCustomerHomes } from "#app/gateways/shopify/customers.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openOrdersUnflagged } from "#app/store/accused-orders.ts";
import { affiliatesNotAsked, customerMark, insertMarks, markAsked } from "#app/store/affiliate-marks.ts";
import { afterOpenOrders } from "#app/store/open-orders.ts";
import { listShopIds, orderShopsOf } from "#app/store/tenants.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

type Shop = OrderShop & { readonly domain: string };

const atOnce = 50;
/** So many questions for a shop at each run; the others have their turn at the next. */
const mostAsked = 1000;
const mostOrders = 2000;
const settledAtOnce = 100;

/**
 * Asks the platform, once for each address, who the store's customer with an affiliate's e-mail address is, and knows
 * the affiliate by that account and its addresses from then on: keyed hashes, nothing else. Orders that came before are
 * settled again, so that an own order is flagged whenever it was placed. Answers how many were asked for.
 * @throws PlatformError where it cannot be asked, and in the end what failed of single affiliates: they are asked for
 * again, and hold up no other.
 */
export async function knowCustomers(shop: Shop, now: Date): Promise<number> {
  const failed: unknown[] = [];
  let [asked, after] = [0, ""];
  for (;;) {
    const some = await affiliatesNotAsked(db(), shop.shopId, { after, limit: atOnce });
    for (const one of some) {
      await knowCustomer(shop, one, now).catch((error: unknown) => {
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
 * The same for every shop that has the app; one that the platform gives no answer about is asked about later. What fails
 * otherwise holds up no other shop; the job then fails in the end.
 */
export async function knowAllCustomers(now: Date): Promise<void> {
  const failed: unknown[] = [];
  for (const shop of (await orderShopsOf(db(), await listShopIds(db()))).values()) {
    if (shop.redactedAt !== null || shop.installedAt === null) continue;
    try {
      await knowCustomers(shop, now);
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

type Person = { readonly affiliateId: AffiliateId; readonly email: string };

/** The answer is recorded last, so an interrupted run asks again. */
async function knowCustomer(shop: Shop, person: Person, now: Date): Promise<void> {
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
  await inTransaction((tx) => markAsked(tx, { shopId, affiliateId, email }, now));
}

/** Also those that are being taken into the books, which may have been looked at before the marks were there. */
async function settleOpenOrders(shop: Shop, affiliateId: AffiliateId, now: Date): Promise<void> {
  await afterOpenOrders(db());
  const orderIds = await openOrdersUnflagged(db(), shop.shopId, {
    affiliateIds: [affiliateId],
    kind: "self-referral",
    day: null,
    visited: false,
    timeZone: shop.timeZone,
    limit: mostOrders,
  });
  for (let place = 0; place < orderIds.length; place += settledAtOnce) {
    const some = orderIds.slice(place, place + settledAtOnce);
    await inTransaction((tx) => settleAgain(tx, shop, some, now));
  }
}
