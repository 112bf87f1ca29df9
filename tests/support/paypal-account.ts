import { idPrefixes, type PaypalAccountId, type ShopId } from "#app/domain/ids.ts";
import type { PaypalAccount } from "#app/domain/payouts/paypal-account.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { currentPaypalAccount, insertPaypalAccount } from "#app/store/payout-details.ts";
import { longAgo } from "./selling-shop.ts";

/** The credentials of the local PayPal's first account in tests. */
export const testClient = { clientId: "client", clientSecret: "secret", webhookId: "WH-TEST" } as const;

/** Connects a shop to a sandbox account, as Settings does after its checks. */
export async function addPaypalAccount(shopId: ShopId, client = testClient): Promise<PaypalAccountId> {
  const accountId = newId<PaypalAccountId>(idPrefixes.paypalAccount, longAgo);
  const row = { shopId, accountId, environment: "sandbox", connectedAt: longAgo, ...client } as const;
  await inTransaction((tx) => insertPaypalAccount(tx, row));
  return accountId;
}

/** The account as the gateway asks it. */
export const testAccount = (origin: string): PaypalAccount => ({ origin, ...testClient });

/** The address of notices of the account that pays for a shop now. */
export async function noticesOf(shopId: ShopId) {
  const row = await currentPaypalAccount(db(), shopId);
  return { shopId, accountId: row?.accountId ?? "" };
}
