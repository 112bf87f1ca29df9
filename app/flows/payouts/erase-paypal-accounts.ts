import { systemActor } from "#app/domain/actor.ts";
import { shownClientId } from "#app/domain/payouts/paypal-account.ts";
import { removeWebhook } from "#app/gateways/paypal/connection.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { retryWaiting, shopsWaitingForPaypal, stopAskingAbout } from "#app/store/payout-requests.ts";
import {
  erasePaypalSecret,
  lockPaypalAccounts,
  openPaymentsOf,
  openPaypalAccount,
  type PaypalAccountRow,
  paypalFor,
  retiredPaypalAccounts,
} from "#app/store/payout-details.ts";

/** Erases a retired account's secret and deletes its webhook once its last payment is closed. */
export async function eraseIfClosed(
  { shopId, accountId }: Pick<PaypalAccountRow, "shopId" | "accountId">,
  now: Date,
): Promise<void> {
  const account = await inTransaction(async (tx) => {
    const row = (await lockPaypalAccounts(tx, shopId)).find((one) => one.accountId === accountId);
    if (!row || row.retiredAt === null || row.sealedSecret === "") return null;
    if ((await openPaymentsOf(tx, row)) > 0) return null;
    const opened = openPaypalAccount(row);
    await erasePaypalSecret(tx, row);
    await stopAskingAbout(tx, row);
    const subject = { subjectKind: "shop", subjectId: shopId, action: "paypal-secret-erased" };
    const details = { environment: row.environment, clientId: shownClientId(row.clientId) };
    await recordAudit(tx, shopId, { ...subject, actor: systemActor, details, now });
    return opened;
  });
  if (account) await removeWebhook(account);
}

/** Job: erases secrets that are no longer needed, and continues payments whose shop now has an account. */
export async function tendPaypalAccounts(now: Date): Promise<void> {
  for (const retired of await retiredPaypalAccounts(db())) {
    try {
      await eraseIfClosed(retired, now);
    } catch (error) {
      log.error("A PayPal account's secret was not erased", {
        shop: retired.shopId,
        ...describeError(error),
      });
    }
  }
  for (const shopId of await shopsWaitingForPaypal(db())) {
    try {
      if ((await paypalFor(db(), shopId)) !== null) await retryWaiting(db(), shopId, "paypal_account", now);
    } catch (error) {
      log.error("Payments still wait for a PayPal account", { shop: shopId, ...describeError(error) });
    }
  }
}
