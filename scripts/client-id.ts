import { readFileSync } from "node:fs";
import { parse } from "smol-toml";

const steps = `shopify.app.toml has no client_id, so Shopify's command line would link it to an app of your account.
Linking replaces this file by that app's configuration: scopes, webhooks, app proxy and web directories are lost.

1. Create an app in the Dev Dashboard (https://dev.shopify.com/dashboard), or open the one you have.
2. Copy its client ID from Settings.
3. Set client_id = "…" in shopify.app.toml, and run the command again.

docs/first-install.md has every step up to the first tracked order.`;

/** Why the app commands of Shopify's command line must not run here yet, with the steps to take; null if they may. */
export function missingClientId(): string | null {
  const clientId = parse(readFileSync("shopify.app.toml", "utf8"))["client_id"];
  return typeof clientId === "string" && clientId.trim() !== "" ? null : steps;
}
