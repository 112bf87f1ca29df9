import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { openProxyCall } from "#app/http/proxy-entry.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { apiSecrets } from "#app/platform/env.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { installApp } from "../../../local-shopify/installation.ts";
import { signatureOf } from "../../../local-shopify/storefront/app-proxy-routes.ts";
import { appUrl, install, makeBrowser } from "../../support/browser.ts";
import { setEnv } from "../../support/environment.ts";
import { arrival, signedHeaders } from "../../support/inbox.ts";
import { addPlatformShop, tokenFor } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();
const next = "the-secret-after-the-rotation";

// The platform accepts both secrets, and signs with the one that the tests always have.
beforeAll(() => {
  Object.assign(platform.ctx.app, { nextApiSecret: next });
  setEnv({ SHOPIFY_API_SECRET: next, SHOPIFY_API_SECRET_PREVIOUS: "test-secret" });
});
afterAll(() => {
  Object.assign(platform.ctx.app, { nextApiSecret: undefined });
  setEnv({ SHOPIFY_API_SECRET: "test-secret", SHOPIFY_API_SECRET_PREVIOUS: "" });
});

const called = (token: string) =>
  new Request(`${appUrl}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } });

describe("while SHOPIFY_API_SECRET is replaced", () => {
  it("an installation completes whose callback is signed with the previous secret", async () => {
    const { domain } = addPlatformShop(platform);
    await install(makeBrowser(), domain);
    expect((await findShopByDomain(db(), domain))?.installedAt).toBeInstanceOf(Date);
  });

  it.each(["test-secret", next])("a session token signed with %s names its shop", async (apiSecret) => {
    const shop = addPlatformShop(platform);
    installApp(platform.ctx, shop, ["read_orders"]);
    // The platform reads a token that the app trades by the secret that it signs with.
    Object.assign(platform.ctx.app, { apiSecret });
    const token = await tokenFor(shop, 0, new Date(), { apiSecret });
    const { domain } = await requireShop(called(token), { as: "api" });
    Object.assign(platform.ctx.app, { apiSecret: "test-secret" });
    expect(domain).toBe(shop.domain);
  });

  it("a webhook is taken that is signed with either secret, and no other", async () => {
    const rawBody = Buffer.from("{}");
    const headers = signedHeaders("t-unknown.myshopify.com", "orders/create", rawBody);
    const statusWith = async (secret: string) => {
      headers.set("X-Shopify-Hmac-Sha256", createHmac("sha256", secret).update(rawBody).digest("base64"));
      return (await receiveDelivery({ headers, rawBody, now: arrival })).status;
    };
    expect(await statusWith("test-secret")).toBe(200);
    expect(await statusWith(next)).toBe(200);
    expect(await statusWith("another-secret")).toBe(401);
  });

  it("a call of the app proxy is believed that is signed with either secret, and no other", () => {
    const now = new Date();
    const openedWith = (secret: string) => {
      const query = new URLSearchParams({
        shop: "t-a.myshopify.com",
        timestamp: String(Math.floor(now.getTime() / 1000)),
      });
      query.set("signature", signatureOf(query, secret));
      const call = openProxyCall(new URL(`${appUrl}/proxy/visit?${query.toString()}`), {
        secrets: apiSecrets(),
        now,
      });
      return "shopDomain" in call;
    };
    expect(["test-secret", next, "another-secret"].map(openedWith)).toEqual([true, true, false]);
  });
});
