import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstState } from "../../../local-shopify/shops.ts";
import type { ShopState, State } from "../../../local-shopify/state.ts";
import { startStack, type Stack } from "../../../scripts/launch/stack.ts";
import { onFreePorts } from "./ports.ts";

/** Where the journeys go: everything a test needs to know of the running product. */
export type Place = Pick<Stack, "appUrl" | "localUrl" | "paypalUrl" | "databaseUrl" | "logs" | "env">;

/**
 * A shop for each journey, so that none finds what another one left. All sell what the demo store sells; `three-store`
 * does in euros, which SEPA files need.
 */
export const journeyShops = [
  "install-store",
  "refused-store",
  "plain-store",
  "return-store",
  "frame-store",
  "sale-store",
  "code-store",
  "words-store",
  "message-store",
  "list-store",
  "keys-store",
  "empty-store",
  "books-store",
  "terms-store",
  "warm-store",
  "hands-store",
  "past-store",
  "track-store",
  "links-store",
  "asked-store",
  "coupon-store",
  "paid-store",
  "statement-store",
  "paper-store",
  "offline-store",
  "health-store",
  "trial-store",
  "approving-store",
  "noticing-store",
  "account-store",
  "three-store",
  "apply-store",
  "partner-store",
  "guide-store",
  "rich-store",
  "leaving-store",
  "moving-store",
  "switching-store",
  "undoing-store",
] as const;

export type JourneyShop = (typeof journeyShops)[number] | "demo-store" | "second-store";

export function domainOf(shop: JourneyShop): string {
  return `${shop}.myshopify.com`;
}

/** The platform as the journeys find it: its own two shops, and one more for each journey. */
function journeyState(): State {
  const state = firstState();
  const demo = state.shops[domainOf("demo-store")];
  const euro = state.shops[domainOf("second-store")];
  if (!demo || !euro) throw new Error("The platform has no demo store.");
  for (const [index, name] of journeyShops.entries()) {
    const isEuro = name === "three-store";
    const shop = copyOf(isEuro ? euro : demo, { name, id: 71_000_000_100 + index });
    // Its shoppers aren't asked for consent, so a click on a link reaches their cart.
    shop.settings.consentBanner = false;
    state.shops[shop.domain] = shop;
  }
  return state;
}

function copyOf(
  demo: ShopState,
  { name, id }: { name: (typeof journeyShops)[number]; id: number },
): ShopState {
  const staff = demo.staff.map((member, index) => ({ ...member, id: id * 10 + index }));
  return { ...structuredClone(demo), id, domain: domainOf(name), staff };
}

function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "affiliate-e2e-"));
  mkdirSync(join(dataDir, "local-shopify"));
  writeFileSync(join(dataDir, "local-shopify", "state.json"), JSON.stringify(journeyState()));
  return dataDir;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The whole product as a newcomer's command starts it, in a folder of its own that goes when it stops. */
export async function startPlace(): Promise<{ place: Place; stop: () => Promise<void> }> {
  const dataDir = makeDataDir();
  // The server's PayPal account pays for every journey but the one that connects its own.
  const shops: JourneyShop[] = [...journeyShops, "demo-store", "second-store"];
  const env = {
    PAYPAL_SHOPS: shops
      .filter((name) => name !== "account-store")
      .map(domainOf)
      .join(","),
  };
  const stack = await onFreePorts((ports) => startStack({ dataDir, ...ports, app: "built", say, env }));
  const { appUrl, localUrl, paypalUrl, databaseUrl, logs } = stack;
  return {
    place: { appUrl, localUrl, paypalUrl, databaseUrl, logs, env: stack.env },
    async stop() {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
