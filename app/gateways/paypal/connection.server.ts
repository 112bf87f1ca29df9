import type { PaypalAccount, PaypalEnvironment } from "../../domain/payouts/paypal-account.ts";
import { paypalOrigin } from "../../platform/env.server.ts";
import {
  askPaypal,
  dropPaypalToken,
  fieldsOf,
  listOf,
  paypalToken,
  PaypalTokenError,
  textOf,
} from "./ask-paypal.server.ts";
import { readTransactions } from "./transactions.ts";

/** Reasons why an account cannot pay. `unreachable` proves nothing about the account. */
export type ConnectionFault = "credentials" | "no-payouts" | "unreachable";
export type Connection = { readonly canReport: boolean };

/**
 * Checks the permissions for payouts and reports with a new token, because a cached one has those of its
 * creation. Requesting a payout that does not exist shows if the account may pay, and pays nobody.
 */
export async function tryConnection(
  account: PaypalAccount,
  now: Date,
): Promise<Connection | ConnectionFault> {
  dropPaypalToken(account);
  const payout = await askPaypal(account, { method: "GET", path: "/v1/payments/payouts/CONNECTION-TEST" });
  if (payout.kind === "doubt") return "unreachable";
  if (payout.kind === "refused") return payout.mends === "by-person" ? "credentials" : "unreachable";
  if (payout.status === 403) return "no-payouts";
  const day = { since: new Date(now.getTime() - 24 * 3_600_000), until: now };
  const report = await readTransactions(account, day);
  if (!("kind" in report)) return { canReport: true };
  return { canReport: report.kind === "refused" && !noRights.has(report.code) };
}

const noRights = new Set(["NOT_AUTHORIZED", "AUTHORIZATION_ERROR", "PERMISSION_DENIED", "HTTP_403"]);

/** True if PayPal's other environment accepts the credentials. */
export async function isOfOtherEnvironment(
  { clientId, clientSecret }: PaypalAccount,
  environment: PaypalEnvironment,
): Promise<boolean> {
  const origin = paypalOrigin(environment === "live" ? "sandbox" : "live");
  try {
    await paypalToken({ origin, clientId, clientSecret, webhookId: "" });
    return true;
  } catch (error) {
    if (error instanceof PaypalTokenError) return false;
    throw error;
  }
}

/** All events about payouts. Source: PayPal REST, webhook event names. */
const events = [
  ...["DENIED", "PROCESSING", "SUCCESS"].map((name) => `PAYMENT.PAYOUTSBATCH.${name}`),
  ...[
    "BLOCKED",
    "CANCELED",
    "DENIED",
    "FAILED",
    "HELD",
    "REFUNDED",
    "RETURNED",
    "SUCCEEDED",
    "UNCLAIMED",
  ].map((name) => `PAYMENT.PAYOUTS-ITEM.${name}`),
];

const webhooksPath = "/v1/notifications/webhooks";

/**
 * Registers a webhook for an address and returns its id. Null if PayPal refuses: an application has at most
 * ten webhooks, and PayPal sends only to https. Source: PayPal Webhooks Management API.
 */
export async function registerWebhook(account: PaypalAccount, url: string): Promise<string | null> {
  const body = JSON.stringify({ url, event_types: events.map((name) => ({ name })) });
  const made = await askPaypal(account, { method: "POST", path: webhooksPath, body });
  if (made.kind !== "answered") return null;
  if (made.status === 201) return textOf(fieldsOf(made.body)["id"]) || null;
  if (textOf(fieldsOf(made.body)["name"]) !== "WEBHOOK_URL_ALREADY_EXISTS") return null;
  const all = await askPaypal(account, { method: "GET", path: webhooksPath });
  if (all.kind !== "answered" || all.status !== 200) return null;
  const found = listOf(fieldsOf(all.body)["webhooks"])
    .map(fieldsOf)
    .find((one) => textOf(one["url"]) === url);
  return textOf(found?.["id"]) || null;
}

/** Deletes the app's webhook. Without an answer from PayPal, the app still rejects its notices. */
export async function removeWebhook(account: PaypalAccount): Promise<void> {
  if (account.webhookId === "") return;
  const path = `${webhooksPath}/${encodeURIComponent(account.webhookId)}`;
  await askPaypal(account, { method: "DELETE", path });
}
