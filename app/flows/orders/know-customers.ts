import { householdsOf } from "#app/domain/fraud/traces.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { findCustomerHomes } from "#app/gateways/shopify/customers.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openOrdersUnflagged } from "#app/store/accused-orders.ts";
import { affiliatesNotAsked, customerMark, markAsked } from "#app/store/affiliate-marks.ts";
import { listShopIds, orderShopsOf } from "#app/store/tenants.ts";
import { settleAgain } from "./settle-again.ts";
import type { OrderShop } from "./settle-orders.ts";

type Shop = OrderShop & { readonly domain: string };

const atOnce = 50;
/** So many questions for a shop at each run; the others have their turn at the next. */
const mostAsked = 1000;
const mostOrders = 200;

/**
 * Asks the platform, once for each address, who the store's customer with an affiliate's e-mail address is, and knows
 * the affiliate by that account and its addresses from then on: keyed hashes, nothing else. Orders that came before are
 * settled again, so that an own order is flagged whenever it was placed. Answers how many were asked for.
 */
export async function knowCustomers(shop: Shop, now: Date): Promise<number> {
  let [asked, after] = [0, ""];
  for (;;) {
    const some = await affiliatesNotAsked(db(), shop.shopId, { after, limit: atOnce });
    for (const one of some) await knowCustomer(shop, one, now);
    asked += some.length;
    after = some.at(-1)?.affiliateId ?? "";
    if (some.length < atOnce || asked >= mostAsked) return asked;
  }
}

/** The same for every shop that has the app; one that the platform gives no answer about is asked about later. */
export async function knowAllCustomers(now: Date): Promise<void> {
  for (const shop of (await orderShopsOf(db(), await listShopIds(db()))).values()) {
    if (shop.redactedAt !== null || shop.installedAt === null) continue;
    try {
      await knowCustomers(shop, now);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn("The customers of affiliates were not asked for", {
        shop: shop.domain,
        ...describeError(error),
      });
    }
  }
}

type Person = { readonly affiliateId: AffiliateId; readonly email: string };

async function knowCustomer(shop: Shop, { affiliateId, email }: Person, now: Date): Promise<void> {
  const { shopId, domain, timeZone } = shop;
  const customer = await findCustomerHomes(domain, email);
  const homes = householdsOf(customer?.addresses ?? [], (text) => customerHash(shopId, text));
  const found = [
    ...(customer ? [{ kind: "customer" as const, hash: customerMark(shopId, customer.customerId) }] : []),
    ...homes.map((hash) => ({ kind: "address" as const, hash })),
  ];
  await inTransaction((tx) => markAsked(tx, { shopId, affiliateId, email }, found, now));
  if (found.length === 0) return;
  const orderIds = await openOrdersUnflagged(db(), shopId, {
    affiliateIds: [affiliateId],
    kind: "self-referral",
    day: null,
    visited: false,
    timeZone,
    limit: mostOrders,
  });
  await inTransaction((tx) => settleAgain(tx, shop, orderIds, now));
}
