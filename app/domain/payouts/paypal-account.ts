/** PayPal's two environments. Money moves in `live` only. */
export const paypalEnvironments = ["live", "sandbox"] as const;
export type PaypalEnvironment = (typeof paypalEnvironments)[number];

/** Credentials and address of a PayPal account's API. */
export type PaypalAccount = {
  /** Address of the API, without a final slash. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** '' if no webhook is registered. Notices are then rejected. */
  readonly webhookId: string;
};

/** `live` for PayPal's live hosts. No money moves at any other host. */
export function environmentOf(origin: string): PaypalEnvironment {
  const host = URL.parse(origin)?.hostname;
  return host === "api-m.paypal.com" || host === "api.paypal.com" ? "live" : "sandbox";
}

/** A client ID as people recognize it: its first and last four characters. */
export function shownClientId(clientId: string): string {
  return clientId.length > 12 ? `${clientId.slice(0, 4)}…${clientId.slice(-4)}` : `${clientId.slice(0, 4)}…`;
}
