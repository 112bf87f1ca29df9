import { env } from "./env.server.ts";

/** The server's own PayPal account, and the shops that it pays for. */
export type ServerPaypal = {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly shops: readonly string[];
};

/** The account of PAYPAL_URL. Null if unset. */
export function serverPaypal(): ServerPaypal | null {
  const { PAYPAL_URL, PAYPAL_SHOPS } = env();
  if (PAYPAL_URL === undefined || !URL.canParse(PAYPAL_URL)) return null;
  const url = new URL(PAYPAL_URL);
  return {
    origin: url.origin,
    clientId: decodeURIComponent(url.username),
    clientSecret: decodeURIComponent(url.password),
    webhookId: url.searchParams.get("webhook") ?? "",
    shops: PAYPAL_SHOPS,
  };
}

/** Origin of PayPal's API. PAYPAL_LOCAL_URL replaces the sandbox. */
export function paypalOrigin(environment: "live" | "sandbox"): string {
  if (environment === "live") return "https://api-m.paypal.com";
  return env().PAYPAL_LOCAL_URL ?? "https://api-m.sandbox.paypal.com";
}
