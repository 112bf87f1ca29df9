import { failed, type Finding, ok, unknown, warning } from "#app/domain/health-check.ts";
import { environmentOf } from "#app/domain/payouts/paypal-account.ts";
import { type ConnectionFault, tryConnection } from "#app/gateways/paypal/connection.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { InstalledShop } from "#app/store/health.ts";
import { paypalFor } from "#app/store/payout-details.ts";

/** Tries the account that pays for the shop, as connecting it did. */
export async function checkPaypal({ shopId }: InstalledShop, now: Date): Promise<Finding> {
  const account = await paypalFor(db(), shopId);
  if (!account) return unknown("PayPal isn't connected.", "Connect it under Settings, Payouts.");
  const connection = await tryConnection(account, now);
  if (typeof connection === "string") return failed(faults[connection], next[connection]);
  if (!connection.canReport) {
    return warning("PayPal gives no reports.", "Turn on Transaction Search in PayPal's developer dashboard.");
  }
  if (account.webhookId === "") {
    return warning("PayPal doesn't notify this app.", "Connect the account again under Settings, Payouts.");
  }
  return ok(
    environmentOf(account.origin) === "live"
      ? "PayPal accepts the account."
      : "PayPal accepts the account. It is a sandbox account, which sends no real money.",
  );
}

const faults: Readonly<Record<ConnectionFault, string>> = {
  credentials: "PayPal doesn't accept the client ID and secret.",
  "no-payouts": "Payouts is off for the PayPal app.",
  unreachable: "PayPal can't be reached.",
};

const next: Readonly<Record<ConnectionFault, string>> = {
  credentials: "Connect the account again under Settings, Payouts.",
  "no-payouts": "Turn it on in PayPal's developer dashboard.",
  unreachable: "Check again in a few minutes.",
};
