import { createHmac, randomBytes } from "node:crypto";
import { readAppConfig } from "../../local-shopify/app-config.ts";
import { makeSessionToken } from "../../local-shopify/oauth/session-token.ts";
import { startLocalShopify, type LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";
import { setEnv } from "./environment.ts";

const app = readAppConfig("shopify.app.toml", {
  apiKey: "test-key",
  apiSecret: "test-secret",
  appUrl: "http://localhost:3000",
});

/** A platform of this test file's own, to which the app is pointed. */
export async function startPlatform(now: () => Date = () => new Date()): Promise<LocalShopify> {
  const platform = await startLocalShopify({ app, now });
  setEnv({ SHOPIFY_LOCAL_URL: platform.url });
  return platform;
}

/** A new shop on the platform, with the demo shop's goods and staff, on which the app is not installed. */
export function addPlatformShop(platform: LocalShopify): ShopState {
  const demo = platform.store.state.shops["demo-store.myshopify.com"];
  if (!demo) throw new Error("The platform has no demo shop.");
  const domain = `t-${randomBytes(6).toString("hex")}.myshopify.com`;
  const shop = { ...structuredClone(demo), id: platform.ctx.nextId(), domain, installation: null };
  platform.ctx.mutate((state) => {
    state.shops[domain] = shop;
  });
  return shop;
}

/**
 * The session token with which the platform's admin vouches for a member of the shop's staff; with other credentials it
 * is one that the app cannot verify.
 */
export async function tokenFor(
  shop: ShopState,
  member = 0,
  at = new Date(),
  credentials: { apiKey?: string; apiSecret?: string } = {},
): Promise<string> {
  const staff = shop.staff[member];
  if (!staff) throw new Error("The shop has no such staff member.");
  return await makeSessionToken({ ...app, ...credentials }, { shop, staff }, at);
}

/** The platform's signature on a query, as it sends a browser back with. */
export function signed(query: Record<string, string>, secret = "test-secret"): string {
  const text = new URLSearchParams(query);
  text.sort();
  const hmac = createHmac("sha256", secret).update(text.toString()).digest("hex");
  text.set("hmac", hmac);
  return text.toString();
}
