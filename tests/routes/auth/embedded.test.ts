import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSetupFault } from "#app/contracts/setup-fault.ts";
import { findTokenFault } from "#app/flows/health/token-fault.ts";
import { uninstallShop } from "#app/flows/shops/uninstall-shop.ts";
import { adminGraphql } from "#app/gateways/shopify/admin-client.server.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { addDocumentResponseHeaders } from "#app/shopify.server.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { loader as libraryPage } from "../../../app/routes/auth/embedded.ts";
import { installApp, uninstallApp } from "../../../local-shopify/installation.ts";
import type { ShopState } from "../../../local-shopify/state.ts";
import { appUrl } from "../../support/browser.ts";
import { addPlatformShop, tokenFor } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

const platform = usePlatform();

/** A shop that installed the app in its own admin, without any page of ours. */
function installedShop(): ShopState {
  const shop = addPlatformShop(platform);
  installApp(platform.ctx, shop, ["read_orders", "read_products"]);
  return shop;
}

function hostOf(shop: ShopState): string {
  return Buffer.from(`admin.shopify.com/store/${shop.domain.split(".")[0]}`).toString("base64url");
}

function framed(shop: ShopState, query: Record<string, string> = {}): Request {
  const search = new URLSearchParams({ embedded: "1", shop: shop.domain, host: hostOf(shop), ...query });
  const headers = { "User-Agent": browser, "Sec-Fetch-Dest": "iframe" };
  return new Request(`${appUrl}/dashboard?${search.toString()}`, { headers });
}

function called(token: string): Request {
  const headers = { "User-Agent": browser, Authorization: `Bearer ${token}` };
  return new Request(`${appUrl}/api/v1/auth/me`, { headers });
}

async function refusalOf(work: Promise<unknown>): Promise<Response> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof Response) return thrown;
  throw new Error("It was not refused with a response", { cause: thrown });
}

describe("signing in embedded", () => {
  it("trades a session token for access tokens, and knows shop and staff member", async () => {
    const shop = installedShop();
    const idToken = await tokenFor(shop);
    const context = await requireShop(framed(shop, { id_token: idToken }), { as: "page" });
    expect(context).toMatchObject({
      domain: shop.domain,
      via: "embedded",
      scope: "write",
      actor: { kind: "staff", id: String(shop.staff[0]?.id), email: shop.staff[0]?.email },
    });
    expect(context.shop).toMatchObject({ currency: shop.settings.currency, uninstalledAt: null });
    const again = await requireShop(called(await tokenFor(shop)), { as: "api" });
    expect(again.shopId).toBe(context.shopId);
  });

  it("serves the loaders of one first page at once with one trade", async () => {
    const shop = installedShop();
    const query = { id_token: await tokenFor(shop) };
    const contexts = await Promise.all(
      Array.from({ length: 5 }, () => requireShop(framed(shop, query), { as: "page" })),
    );
    expect(new Set(contexts.map(({ shopId }) => shopId)).size).toBe(1);
    const online = platform.store.state.accessTokens.filter(
      (token) => token.shop === shop.domain && token.staffId !== null,
    );
    expect(online).toHaveLength(1);
  });

  it("tells two staff members of one shop apart", async () => {
    const shop = installedShop();
    const [owner, other] = await Promise.all(
      [0, 1].map(async (member) => requireShop(called(await tokenFor(shop, member)), { as: "api" })),
    );
    expect(owner?.actor.id).toBe(String(shop.staff[0]?.id));
    expect(other?.actor.id).toBe(String(shop.staff[1]?.id));
    expect(owner?.actor.name).not.toBe(other?.actor.name);
    expect(owner?.shopId).toBe(other?.shopId);
  });

  it("knows what the shop granted, however little the staff member who comes first may do", async () => {
    const shop = installedShop();
    const [owner] = shop.staff;
    if (owner) owner.permittedScopes = ["read_products"];
    await requireShop(called(await tokenFor(shop)), { as: "api" });
    expect((await findShopByDomain(db(), shop.domain))?.scopes).toBe("read_orders,read_products");
    // Jobs act for the shop, so they read what this person may not.
    expect(await adminGraphql(shop.domain, "{ orders(first: 1) { nodes { id } } }", {})).toEqual({
      orders: { nodes: [] },
    });
  });

  it("fetches a proof through the bounce page, and never shows the install form", async () => {
    const shop = installedShop();
    const bounce = await refusalOf(requireShop(framed(shop), { as: "page" }));
    expect(bounce.status).toBe(302);
    const location = new URL(bounce.headers.get("Location") ?? "", appUrl);
    expect(location.pathname).toBe("/auth/session-token");
    expect(location.searchParams.get("shopify-reload")).toContain("/dashboard");

    const request = new Request(location, { headers: { "User-Agent": browser } });
    const page = await refusalOf(libraryPage({ request }));
    expect(await page.text()).toContain(`src="${platform.url}/app-bridge.js"`);
    expect(page.headers.get("Content-Security-Policy")).toContain(new URL(platform.url).origin);
  });

  it("bounces a framed page that lost its parameters, too", async () => {
    const headers = { "User-Agent": browser, "Sec-Fetch-Dest": "iframe" };
    const request = new Request(`${appUrl}/dashboard/affiliates`, { headers });
    const bounce = await refusalOf(requireShop(request, { as: "page" }));
    expect(bounce.headers.get("Location")).toContain("/auth/session-token?shopify-reload=");
  });

  it("bounces back to the app's public address where a proxy asked for another one", async () => {
    const headers = { "User-Agent": browser, "Sec-Fetch-Dest": "iframe", "X-Forwarded-Proto": "https" };
    const request = new Request("http://10.0.0.7:3000/dashboard/affiliates?page=2", { headers });
    const bounce = await refusalOf(requireShop(request, { as: "page" }));
    const location = new URL(bounce.headers.get("Location") ?? "", appUrl);
    expect(location.searchParams.get("shopify-reload")).toBe(`${appUrl}/dashboard/affiliates?page=2`);
  });

  it("completes the address of a page that came back with its session token alone", async () => {
    const shop = installedShop();
    const url = `${appUrl}/dashboard/affiliates?page=2&id_token=${await tokenFor(shop)}`;
    const request = new Request(url, { headers: { "User-Agent": browser, "Sec-Fetch-Dest": "iframe" } });
    const onward = await refusalOf(requireShop(request, { as: "page" }));
    const location = new URL(onward.headers.get("Location") ?? "", appUrl);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      page: "2",
      shop: shop.domain,
      embedded: "1",
    });
    const again = new Request(location, { headers: request.headers });
    expect((await requireShop(again, { as: "page" })).domain).toBe(shop.domain);
  });

  it("serves Shopify's mobile apps, whose web view is no frame, also where it lost its parameters", async () => {
    const shop = installedShop();
    const userAgent = `${browser} Shopify Mobile/iOS/9.200.0`;
    const headers = { "User-Agent": userAgent, "Sec-Fetch-Dest": "document" };
    const { url } = framed(shop, { id_token: await tokenFor(shop) });
    const context = await requireShop(new Request(url, { headers }), { as: "page" });
    expect(context).toMatchObject({ domain: shop.domain, via: "embedded" });

    const bare = new Request(`${appUrl}/dashboard/affiliates`, { headers });
    const bounce = await refusalOf(requireShop(bare, { as: "page" }));
    expect(bounce.headers.get("Location")).toContain("/auth/session-token?shopify-reload=");
  });

  it("leads a visit outside the frame into the admin", async () => {
    const shop = installedShop();
    const url = `${appUrl}/dashboard?shop=${shop.domain}&host=${hostOf(shop)}`;
    const away = await refusalOf(
      requireShop(new Request(url, { headers: { "User-Agent": browser } }), { as: "page" }),
    );
    const name = shop.domain.split(".")[0];
    expect(away.headers.get("Location")).toBe(`${platform.url}/store/${name}/apps/test-key`);
  });

  it.each(["forged", "expired", "unsigned", "for another app"])(
    "answers a session token that is %s with 401 and the sign to try again",
    async (kind) => {
      const shop = installedShop();
      const refused = await refusalOf(requireShop(called(await badToken(shop, kind)), { as: "api" }));
      expect(refused.status).toBe(401);
      expect(refused.headers.get("X-Shopify-Retry-Invalid-Session-Request")).toBe("1");
      expect(await refused.json()).toMatchObject({
        message: expect.stringContaining("Authentication failed"),
      });
      expect(await findShopByDomain(db(), shop.domain)).toBeNull();
    },
  );

  it.each([
    ["another secret than SHOPIFY_API_SECRET", { apiSecret: "another-secret" }, "secret"],
    ["another app than SHOPIFY_API_KEY", { apiKey: "another-key" }, "key"],
    ["another app and secret", { apiKey: "another-key", apiSecret: "another-secret" }, "secret-and-key"],
  ])(
    "says that the app is not set up when tokens are of %s, and does not bounce",
    async (_, other, fault) => {
      const shop = installedShop();
      const token = await tokenFor(shop, 0, new Date(), other);
      const refused = await refusalOf(requireShop(framed(shop, { id_token: token }), { as: "page" }));
      expect(refused.status).toBe(503);
      expect(refused.headers.get("Location")).toBeNull();
      expect(isSetupFault(await refused.json())).toBe(true);
      expect(findTokenFault(token, new Date(), null)).toBe(fault);
    },
  );

  it("completes the address first, so that the frame may hold the page that says so", async () => {
    const shop = installedShop();
    const token = await tokenFor(shop, 0, new Date(), { apiSecret: "another-secret" });
    const request = new Request(`${appUrl}/dashboard?id_token=${token}`, {
      headers: { "User-Agent": browser, "Sec-Fetch-Dest": "iframe" },
    });
    const onward = await refusalOf(requireShop(request, { as: "page" }));
    expect(onward.headers.get("Location")).toContain(`shop=${shop.domain}`);
  });

  it("bounces a page whose token is too old, and knows a clock that is behind", async () => {
    const shop = installedShop();
    const old = await tokenFor(shop, 0, new Date(Date.now() - 120_000));
    const bounce = await refusalOf(requireShop(framed(shop, { id_token: old }), { as: "page" }));
    expect(bounce.headers.get("Location")).toContain("/auth/session-token");
    const early = await tokenFor(shop, 0, new Date(Date.now() + 120_000));
    const refused = await refusalOf(requireShop(framed(shop, { id_token: early }), { as: "page" }));
    expect(refused.status).toBe(503);
    expect(findTokenFault(early, new Date(), null)).toBe("clock");
  });

  it("bounces once to a token that is too old at once again, because the clock is ahead", async () => {
    const shop = installedShop();
    const old = await tokenFor(shop, 0, new Date(Date.now() - 120_000));
    const bounce = await refusalOf(requireShop(framed(shop, { id_token: old }), { as: "page" }));
    const { searchParams } = new URL(bounce.headers.get("Location") ?? "", appUrl);
    const back = new URL(searchParams.get("shopify-reload") ?? "");
    back.searchParams.set("id_token", old);
    const returned = new Request(back, { headers: { "User-Agent": browser, "Sec-Fetch-Dest": "iframe" } });
    expect((await refusalOf(requireShop(returned, { as: "page" }))).status).toBe(503);
    // A tab that is opened again later has the same address.
    back.searchParams.set("bounced", String(Date.now() - 60_000));
    const later = new Request(back, { headers: returned.headers });
    const again = await refusalOf(requireShop(later, { as: "page" }));
    expect(again.headers.get("Location")).toContain("/auth/session-token");
  });

  it("bounces an expired token of another secret, and says one bounce later that the secret is wrong", async () => {
    const shop = installedShop();
    const other = { apiSecret: "another-secret" };
    const old = await tokenFor(shop, 0, new Date(Date.now() - 120_000), other);
    const bounce = await refusalOf(requireShop(framed(shop, { id_token: old }), { as: "page" }));
    expect(bounce.status).toBe(302);
    const { pathname, searchParams } = new URL(bounce.headers.get("Location") ?? "", appUrl);
    expect(pathname).toBe("/auth/session-token");
    const back = new URL(searchParams.get("shopify-reload") ?? "");
    const headers = { "User-Agent": browser, "Sec-Fetch-Dest": "iframe" };

    back.searchParams.set("id_token", await tokenFor(shop));
    const renewed = await requireShop(new Request(back, { headers }), { as: "page" });
    expect(renewed.domain).toBe(shop.domain);

    back.searchParams.set("id_token", await tokenFor(shop, 0, new Date(), other));
    const refused = await refusalOf(requireShop(new Request(back, { headers }), { as: "page" }));
    expect(refused.status).toBe(503);
    // The clock of this machine may be ahead as well.
    expect(findTokenFault(old, new Date(), new Date())).toBe("secret");
  });

  it("lets nobody in after the app was uninstalled, and in again after it was installed anew", async () => {
    const shop = installedShop();
    const { shopId } = await requireShop(called(await tokenFor(shop)), { as: "api" });
    uninstallApp(platform.ctx, shop);
    const now = new Date(Date.now() + 1000);
    expect(await uninstallShop(shopId, { triggeredAt: now, now })).toBe(true);
    const refused = await refusalOf(requireShop(called(await tokenFor(shop)), { as: "api" }));
    expect(refused.status).toBe(503);
    installApp(platform.ctx, shop, ["read_orders"]);
    const context = await requireShop(called(await tokenFor(shop)), { as: "api" });
    expect(context.shopId).toBe(shopId);
    expect(context.shop.uninstalledAt).toBeNull();
  });
});

const headersFor = (path: string) => {
  const headers = new Headers();
  addDocumentResponseHeaders(new Request(`${appUrl}${path}`), headers);
  return headers;
};

describe("headers of a document", () => {
  it("let the shop's admin hold it, and nobody hold a page of no shop", () => {
    const policy = headersFor("/dashboard?shop=a.myshopify.com").get("Content-Security-Policy");
    expect(policy).toMatch(
      /^frame-ancestors http:\/\/127\.0\.0\.1:\d+ https:\/\/a\.myshopify\.com https:\/\/admin/,
    );
    // A wrong path of the admin ends here, inside the frame.
    const lost = headersFor("/not-found?embedded=1&shop=a.myshopify.com").get("Content-Security-Policy");
    expect(lost).toBe(policy);
    expect(headersFor("/not-found").get("Content-Security-Policy")).toBe("frame-ancestors 'none';");
    const plain = headersFor("/install");
    expect(plain.get("Content-Security-Policy")).toBe("frame-ancestors 'none';");
    expect(plain.get("Vary")).toContain("Authorization");
    expect(plain.get("Cache-Control")).toContain("private");
  });
});

async function badToken(shop: ShopState, kind: string): Promise<string> {
  if (kind === "expired") return await tokenFor(shop, 0, new Date(Date.now() - 120_000));
  const [head = "", body = "", signature = ""] = (await tokenFor(shop)).split(".");
  if (kind === "unsigned") return `${head}.${body}.`;
  if (kind === "forged") {
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "1" })).toString("base64url");
    return `${head}.${forged}.${signature}`;
  }
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const other = Buffer.from(JSON.stringify({ ...claims, aud: "another-app" })).toString("base64url");
  const mac = createHmac("sha256", "test-secret").update(`${head}.${other}`).digest("base64url");
  return `${head}.${other}.${mac}`;
}
