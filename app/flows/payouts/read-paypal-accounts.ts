import type { ShopId } from "#app/domain/ids.ts";
import { shownClientId } from "#app/domain/payouts/paypal-account.ts";
import { db } from "#app/platform/db.server.ts";
import { listPaypalAccounts, openPaymentsOf, paypalFor } from "#app/store/payout-details.ts";

/** The accounts of a shop as its settings show them. Replaced ones only while their secrets are kept. */
export async function readPaypalAccounts(shopId: ShopId) {
  const accounts = (await listPaypalAccounts(db(), shopId)).filter(({ source }) => source === "store");
  const current = accounts.find(({ retiredAt }) => retiredAt === null);
  const kept = accounts.filter(({ retiredAt, sealedSecret }) => retiredAt !== null && sealedSecret !== "");
  const isServerPaying = !current && (await paypalFor(db(), shopId)) !== null;
  const retired = await Promise.all(
    kept.map(async (account) => ({
      clientId: shownClientId(account.clientId),
      openPayments: await openPaymentsOf(db(), account),
    })),
  );
  if (!current) return { account: null, isServerPaying, retired };
  const { environment, clientId, connectedAt, webhookId } = current;
  const account = {
    environment,
    clientId: shownClientId(clientId),
    connectedAt,
    hasWebhook: webhookId !== "",
  };
  return { account, isServerPaying, retired };
}
