/** PayPal's two worlds; money moves in `live` alone. */
export const paypalEnvironments = ["live", "sandbox"] as const;
export type PaypalEnvironment = (typeof paypalEnvironments)[number];

/** A PayPal account as its API is asked by it. */
export type PaypalAccount = {
  /** Where the API answers, without a slash at the end. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** '' where no webhook is registered; no notice is believed then. */
  readonly webhookId: string;
};

/** `live` for PayPal's live hosts; every other host moves no money. */
export function environmentOf(origin: string): PaypalEnvironment {
  const host = URL.parse(origin)?.hostname;
  return host === "api-m.paypal.com" || host === "api.paypal.com" ? "live" : "sandbox";
}

/** A client ID as people recognize it: its first and last four characters. */
export function shownClientId(clientId: string): string {
  return clientId.length > 12 ? `${clientId.slice(0, 4)}…${clientId.slice(-4)}` : `${clientId.slice(0, 4)}…`;
}
