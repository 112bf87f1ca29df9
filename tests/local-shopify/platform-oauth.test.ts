import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { uninstallApp } from "../../local-shopify/installation.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import {
  apiKey,
  apiSecret,
  askAdmin,
  dig,
  askToken,
  demoShop,
  exchangeForm,
  install,
  installWithToken,
  shopOf,
  startPlatform,
} from "./platform-setup.ts";

const callback = "http://localhost:9/auth/callback";

function authorizeQuery(change: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    client_id: apiKey,
    scope: "read_orders,write_discounts",
    redirect_uri: callback,
    state: "state-1",
    ...change,
  });
}

function authorizeUrl(platform: LocalShopify): string {
  return `${platform.url}/shops/${demoShop}/admin/oauth/authorize`;
}

async function decide(platform: LocalShopify, decision: string, change = {}): Promise<URL> {
  const body = authorizeQuery({ decision, ...change });
  const answer = await fetch(authorizeUrl(platform), { method: "POST", body, redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}

/** The check the app makes: written here from the documentation, not with the platform's own code. */
function hasGoodHmac(url: URL): boolean {
  const pairs = [...url.searchParams].filter(([name]) => name !== "hmac");
  const text = pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return createHmac("sha256", apiSecret).update(text).digest("hex") === url.searchParams.get("hmac");
}

test("consent names the app and the scopes, and installing sends a signed code that works once", async () => {
  const platform = await startPlatform();
  const page = await fetch(`${authorizeUrl(platform)}?${authorizeQuery().toString()}`);
  expect(await page.text()).toMatch(/Test App[\s\S]*View and change discounts[\s\S]*Install[\s\S]*Cancel/);
  expect(shopOf(platform).installation).toBeNull();

  const back = await decide(platform, "install");
  expect(`${back.origin}${back.pathname}`).toBe(callback);
  expect(back.searchParams.get("state")).toBe("state-1");
  expect(back.searchParams.get("shop")).toBe(demoShop);
  expect(Buffer.from(back.searchParams.get("host") ?? "", "base64").toString()).toBe(
    "admin.shopify.com/store/demo-store",
  );
  expect(hasGoodHmac(back)).toBe(true);

  const form = { code: back.searchParams.get("code"), expiring: "1" };
  const first = await askToken(platform, form);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    scope: "read_orders,write_discounts",
    expires_in: 3600,
    refresh_token_expires_in: 7_776_000,
  });
  const again = await askToken(platform, form);
  expect(again.status).toBe(400);
  expect(again.body["error"]).toBe("invalid_request");
});

test("without expiring=1 a code gives the old token that has no end", async () => {
  const platform = await startPlatform();
  const back = await decide(platform, "install");
  const { body } = await askToken(platform, { code: back.searchParams.get("code") });
  expect(Object.keys(body).toSorted()).toEqual(["access_token", "scope"]);
});

test("a canceled consent installs nothing and says access_denied", async () => {
  const platform = await startPlatform();
  const back = await decide(platform, "cancel");
  expect(back.searchParams.get("error")).toBe("access_denied");
  expect(back.searchParams.get("error_description")).not.toBe("");
  expect(hasGoodHmac(back)).toBe(true);
  expect(shopOf(platform).installation).toBeNull();
});

test.each([
  ["an unknown client", { client_id: "other" }],
  ["a redirect elsewhere", { redirect_uri: "http://evil.example/auth/callback" }],
])("consent is refused to %s", async (_, change) => {
  const platform = await startPlatform();
  const answer = await fetch(`${authorizeUrl(platform)}?${authorizeQuery(change).toString()}`);
  expect(answer.status).toBe(400);
  const posted = await fetch(authorizeUrl(platform), {
    method: "POST",
    body: authorizeQuery({ decision: "install", ...change }),
    redirect: "manual",
  });
  expect(posted.status).toBe(400);
  expect(shopOf(platform).installation).toBeNull();
});

test("an online grant names the staff member who is signed in", async () => {
  const platform = await startPlatform();
  install(platform);
  const second = shopOf(platform).staff[1];
  const { body } = await askToken(platform, await exchangeForm(platform, "online", 1));
  expect(body["associated_user"]).toMatchObject({
    id: second?.id,
    email: second?.email,
    account_owner: false,
  });
  expect(body).not.toHaveProperty("refresh_token");
});

test("an online token does no more than its staff member may", async () => {
  const platform = await startPlatform();
  const shop = install(platform);
  const [, second] = shop.staff;
  if (second) second.permittedScopes = ["read_products"];
  const { body } = await askToken(platform, await exchangeForm(platform, "online", 1));
  expect(body["associated_user_scope"]).toBe("read_products");
  expect(body["scope"]).toBe(platform.ctx.app.scopes.join(","));
  const token = String(body["access_token"]);
  const products = await askAdmin(platform, token, "{ products(first: 1) { nodes { id } } }");
  expect(products.body["errors"]).toBeUndefined();
  const orders = await askAdmin(platform, token, "{ orders(first: 1) { nodes { id } } }");
  expect(dig(orders.body, "errors", "0", "extensions", "code")).toBe("ACCESS_DENIED");
});

test("a forged or expired session token, or another app's, is exchanged for nothing", async () => {
  let now = new Date("2026-11-20T12:00:00Z");
  const platform = await startPlatform({ now: () => now });
  install(platform);
  const form = await exchangeForm(platform, "offline");
  const token = String(form["subject_token"]);
  const [header, payload] = token.split(".");
  const forged = await askToken(platform, { ...form, subject_token: `${header}.${payload}.AAAA` });
  expect(forged).toMatchObject({ status: 400, body: { error: "invalid_subject_token" } });
  const foreign = await askToken(platform, form, "second-store.myshopify.com");
  expect(foreign.status).toBe(403);
  now = new Date(now.getTime() + 71_000);
  expect((await askToken(platform, form)).body["error"]).toBe("invalid_subject_token");
});

test("a wrong secret gets nothing", async () => {
  const platform = await startPlatform();
  install(platform);
  const form = { ...(await exchangeForm(platform, "offline")), client_secret: "wrong" };
  expect((await askToken(platform, form)).status).toBe(401);
});

test("the former refresh token works until its replacement was used", async () => {
  const platform = await startPlatform();
  install(platform);
  const start = (await askToken(platform, await exchangeForm(platform, "offline"))).body;
  const refresh = (token: unknown) =>
    askToken(platform, { grant_type: "refresh_token", refresh_token: token });

  const second = await refresh(start["refresh_token"]);
  expect(second.status).toBe(200);
  expect(second.body["refresh_token"]).not.toBe(start["refresh_token"]);
  const lostAnswer = await refresh(start["refresh_token"]);
  expect(lostAnswer.status).toBe(200);
  expect((await refresh(second.body["refresh_token"])).status).toBe(200);
  const tooLate = await refresh(start["refresh_token"]);
  expect(tooLate).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("an offline token ends after an hour, and a refreshed one goes on", async () => {
  let now = new Date("2026-11-20T12:00:00Z");
  const platform = await startPlatform({ now: () => now });
  install(platform);
  const start = (await askToken(platform, await exchangeForm(platform, "offline"))).body;
  expect((await askAdmin(platform, start["access_token"], "{ shop { name } }")).status).toBe(200);
  now = new Date(now.getTime() + 3_600_000);
  expect((await askAdmin(platform, start["access_token"], "{ shop { name } }")).status).toBe(401);
  const form = { grant_type: "refresh_token", refresh_token: start["refresh_token"] };
  const next = (await askToken(platform, form)).body;
  expect((await askAdmin(platform, next["access_token"], "{ shop { name } }")).status).toBe(200);
});

test("uninstalling ends every token at once, and installing again starts afresh", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const form = await exchangeForm(platform, "offline");
  const shop = shopOf(platform);
  uninstallApp(platform.ctx, shop);
  expect((await askAdmin(platform, token, "{ shop { name } }")).status).toBe(401);
  expect((await askToken(platform, form)).status).toBe(403);
  install(platform);
  expect((await askAdmin(platform, token, "{ shop { name } }")).status).toBe(401);
  expect((await askToken(platform, await exchangeForm(platform, "offline"))).status).toBe(200);
});
