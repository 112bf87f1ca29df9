import { env } from "../../platform/env.server.ts";

/** The app's account at PayPal, as PAYPAL_URL names it. */
export type PaypalAccount = {
  /** Where the API answers, without a slash at the end. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The id of the webhook as it is set up there; '' where none is, and no notice can be believed then. */
  readonly webhookId: string;
};

/** Null where the deployment has none: PayPal is not offered then. */
export function findPaypalAccount(): PaypalAccount | null {
  const { PAYPAL_URL } = env();
  if (PAYPAL_URL === undefined || !URL.canParse(PAYPAL_URL)) return null;
  const url = new URL(PAYPAL_URL);
  return {
    origin: url.origin,
    clientId: decodeURIComponent(url.username),
    clientSecret: decodeURIComponent(url.password),
    webhookId: url.searchParams.get("webhook") ?? "",
  };
}
