import type { ProgramId } from "#app/domain/ids.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import type { Patience } from "#app/gateways/shopify/admin-client.server.ts";
import { readExistingCustomers } from "#app/gateways/shopify/customers.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { type DetailsToCheck, detailsToCheck, saveCustomerChecks } from "#app/store/customer-checks.ts";
import { openAccount } from "#app/store/payout-details.ts";
import type { Candidates } from "#app/store/payout-plan.ts";
import type { Shop } from "#app/store/shops.ts";

type CheckedShop = Pick<Shop, "shopId" | "domain" | "scopes">;
type CustomerCheckQuery = Pick<Candidates, "method" | "chosen"> & {
  readonly currency: string | null;
  readonly programId: ProgramId | null;
};
type CustomerCheckLimits = { readonly now: Date; readonly limit: number; readonly patience?: Patience };

const holdsMs = 60 * 60 * 1000;
/** Most ids that one `nodes` query takes. */
const idsPerQuery = 250;

/**
 * Checks up to 1,000 customers while a person waits for the page, with one attempt per query. The page does not need
 * it to succeed.
 */
export async function checkSomeCustomers(
  shop: CheckedShop,
  choice: CustomerCheckQuery,
  now: Date,
): Promise<void> {
  await checkCustomers(shop, choice, { now, limit: 1000, patience: { attempts: 1, timeoutMs: 5_000 } });
}

/** Checks all customers whom a choice would pay. After a crash it continues after the saved ones. */
export async function checkAllCustomers(
  shop: CheckedShop,
  choice: CustomerCheckQuery,
  now: Date,
): Promise<void> {
  await checkCustomers(shop, choice, { now, limit: Number.POSITIVE_INFINITY });
}

/**
 * Asks Shopify which customer accounts of affiliates paid by store credit still exist, and keeps the answer for an
 * hour. Without an answer the last one stays, because sending finds a missing account too.
 */
async function checkCustomers(
  shop: CheckedShop,
  { method, currency, chosen, programId }: CustomerCheckQuery,
  { now, limit, patience }: CustomerCheckLimits,
): Promise<void> {
  const isByCredit = method === null || method === "store_credit";
  if (!isByCredit || !mayGiveStoreCredit(shop.scopes)) return;
  const checkedBefore = new Date(now.getTime() - holdsMs);
  const asked = { currency, chosen, programId, now, checkedBefore, limit: idsPerQuery };
  for (let checked = 0; checked < limit; checked += idsPerQuery) {
    const part = await detailsToCheck(db(), shop.shopId, asked);
    if (part.length === 0) return;
    try {
      await checkSomeDetails(shop, part, { now, patience });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn("Customer accounts could not be checked", { shop: shop.shopId, ...describeError(error) });
      return;
    }
    if (part.length < idsPerQuery) return;
  }
}

async function checkSomeDetails(
  shop: CheckedShop,
  part: readonly DetailsToCheck[],
  { now, patience }: Pick<CustomerCheckLimits, "now"> & { readonly patience: Patience | undefined },
): Promise<void> {
  const customers = part.map((details) => ({
    detailsId: details.detailsId,
    customerId: customerOf(shop, details),
  }));
  const ids = new Set(customers.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])));
  const existing = await readExistingCustomers(shop.domain, [...ids], patience);
  const missing = customers.filter(({ customerId }) => customerId !== null && !existing.has(customerId));
  const checked = customers.map(({ detailsId }) => detailsId);
  await inTransaction((tx) =>
    saveCustomerChecks(tx, shop.shopId, {
      checked,
      missing: missing.map(({ detailsId }) => detailsId),
      now,
    }),
  );
}

/** The customer of store credit details. Null if the account can't be opened, so that others are still paid. */
function customerOf({ shopId }: CheckedShop, details: DetailsToCheck): string | null {
  try {
    const account = openAccount(shopId, details);
    return account.kind === "store-credit" ? account.customerId : null;
  } catch {
    log.warn("Payout details could not be opened", { shop: shopId, details: details.detailsId });
    return null;
  }
}
