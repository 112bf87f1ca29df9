import type { Acting, Ctx } from "#app/domain/context.ts";
import { idPrefixes, type PaypalAccountId, type ShopId } from "#app/domain/ids.ts";
import { type PaypalEnvironment, shownClientId } from "#app/domain/payouts/paypal-account.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  type Connection,
  type ConnectionFault,
  isOfOtherEnvironment,
  registerWebhook,
  tryConnection,
} from "#app/gateways/paypal/connection.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { paypalOrigin } from "#app/platform/env.server.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";
import { recordAudit } from "#app/store/audit.ts";
import { retryDoubtsOf, retryWaiting } from "#app/store/payout-requests.ts";
import {
  findPaypalAccount,
  insertPaypalAccount,
  lockPaypalAccounts,
  openPaypalAccount,
  type PaypalAccountRow,
  renewPaypalAccount,
  retirePaypalAccount,
  setPaypalWebhook,
} from "#app/store/payout-details.ts";
import { lockShop } from "#app/store/shops.ts";
import { eraseIfClosed } from "./erase-paypal-accounts.ts";

export type ConnectPaypalInput = {
  readonly environment: PaypalEnvironment;
  readonly clientId: string;
  readonly clientSecret: string;
};

export type ConnectedPaypal = Connection & { readonly hasWebhook: boolean };

/**
 * Connects the account that pays from now on, once PayPal accepts its credentials. The former account sends nothing
 * more and is asked about its open payments. Payments that waited for an account continue. A new secret of the same
 * account replaces the old one.
 */
export async function connectPaypal(ctx: Ctx, asked: ConnectPaypalInput): Promise<ConnectedPaypal | Refusal> {
  const { shopId } = ctx.shop;
  const account = { ...asked, origin: paypalOrigin(asked.environment), webhookId: "" };
  const connection = await tryConnection(account, ctx.now);
  if (typeof connection === "string") return await refusalOfCredentials(connection, account);
  const { accountId, replaced } = await inTransaction((tx) => saveAccount(tx, shopId, asked, ctx));
  const hasWebhook = await ensureWebhook(shopId, accountId);
  if (replaced) await eraseIfClosed(replaced, ctx.now);
  await retryDoubtsOf(db(), { shopId, accountId }, ctx.now);
  await retryWaiting(db(), shopId, "paypal_account", ctx.now);
  nudgePayouts();
  return { ...connection, hasWebhook };
}

async function refusalOfCredentials(
  fault: ConnectionFault,
  account: Parameters<typeof isOfOtherEnvironment>[0] & ConnectPaypalInput,
): Promise<Refusal> {
  if (fault === "unreachable") {
    return refuse("unavailable", { code: "paypal_unreachable" });
  }
  if (fault === "no-payouts") {
    return refuse("invalid", { code: "paypal_no_payouts" }, "clientId");
  }
  const { environment } = account;
  if (await isOfOtherEnvironment(account, environment)) {
    return refuse(
      "invalid",
      { code: "paypal_environment", what: environment === "live" ? "sandbox" : "live" },
      "environment",
    );
  }
  return refuse("invalid", { code: "paypal_credentials" }, "clientSecret");
}

async function saveAccount(tx: Tx, shopId: ShopId, asked: ConnectPaypalInput, { actor, now }: Acting) {
  // Two simultaneous connections run one after the other.
  await lockShop(tx, shopId);
  const accounts = await lockPaypalAccounts(tx, shopId);
  const current = accounts.find(({ retiredAt }) => retiredAt === null) ?? null;
  const same = accounts.find(
    ({ environment, clientId }) => environment === asked.environment && clientId === asked.clientId,
  );
  const replaced = current !== null && current !== same ? current : null;
  if (replaced) await retirePaypalAccount(tx, replaced, now);
  const accountId = same?.accountId ?? newId<PaypalAccountId>(idPrefixes.paypalAccount, now);
  if (same) await renewPaypalAccount(tx, same, { clientSecret: asked.clientSecret, now });
  else await insertPaypalAccount(tx, { shopId, accountId, ...asked, webhookId: "", connectedAt: now });
  const again = same !== undefined && same === current ? "paypal-renewed" : "paypal-connected";
  const action = replaced ? "paypal-replaced" : again;
  await recordAudit(tx, shopId, {
    subjectKind: "shop",
    subjectId: shopId,
    action,
    actor,
    details: { ...shownOf(asked), ...(replaced && { before: shownOf(replaced) }) },
    now,
  });
  return { accountId, replaced };
}

const shownOf = ({ environment, clientId }: Pick<PaypalAccountRow, "environment" | "clientId">) => ({
  environment,
  clientId: shownClientId(clientId),
});

/** Registers a webhook at an address of the account's own. Without one, PayPal is asked a little later. */
async function ensureWebhook(shopId: ShopId, accountId: PaypalAccountId): Promise<boolean> {
  const row = await findPaypalAccount(db(), shopId, accountId);
  const account = row && openPaypalAccount(row);
  if (!row || !account) return false;
  const address = appAddress(`/webhooks/paypal/${shopId}/${accountId}`);
  const webhookId = await registerWebhook(account, address);
  if (webhookId !== null) await setPaypalWebhook(db(), row, webhookId);
  return webhookId !== null || row.webhookId !== "";
}

/** Disconnects the account: it sends nothing more, and is asked about its open payments until the last one ends. */
export async function disconnectPaypal({ shop: { shopId }, actor, now }: Ctx): Promise<Refusal | null> {
  const current = await inTransaction(async (tx) => {
    await lockShop(tx, shopId);
    const found = (await lockPaypalAccounts(tx, shopId)).find(({ retiredAt }) => retiredAt === null);
    if (!found) return null;
    await retirePaypalAccount(tx, found, now);
    const subject = { subjectKind: "shop", subjectId: shopId, action: "paypal-disconnected" };
    await recordAudit(tx, shopId, { ...subject, actor, details: shownOf(found), now });
    return found;
  });
  if (!current) return refuse("conflict", { code: "paypal_not_connected" });
  await eraseIfClosed(current, now);
  return null;
}
