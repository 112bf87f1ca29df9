import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { uninstallShop } from "#app/flows/shops/uninstall-shop.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findPlatformSession } from "#app/store/sessions.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { action as logout } from "../../../app/routes/auth/logout.ts";
import { action as renew } from "../../../app/routes/auth/renew.ts";
import { appUrl, install, makeBrowser, signIn } from "../../support/browser.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

async function signedIn() {
  const { domain, staff } = addPlatformShop(platform);
  const browser = makeBrowser();
  const token = await signIn(browser, domain);
  return { browser, domain, token, owner: staff[0] };
}

function bearing(token: string, init: RequestInit = {}): Request {
  return new Request(`${appUrl}/api/v1/auth/me`, { ...init, headers: { Authorization: `Bearer ${token}` } });
}

async function statusOf(request: Request, asked: Parameters<typeof requireShop>[1]): Promise<number> {
  try {
    await requireShop(request, asked);
    return 200;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}

describe("who is known", () => {
  it("knows the staff member by bearer token and by cookie, the same person", async () => {
    const { browser, domain, token, owner } = await signedIn();
    const byBearer = await requireShop(bearing(token), { as: "api" });
    expect(byBearer).toMatchObject({
      domain,
      via: "bearer",
      actor: { kind: "staff", id: String(owner?.id), email: owner?.email },
    });
    const byCookie = await requireShop(browser.request("/dashboard"), { as: "page" });
    expect(byCookie).toMatchObject({ domain, via: "cookie", actor: byBearer.actor });
  });

  it("says so in the API, to nobody's cache", async () => {
    const { domain, token, owner } = await signedIn();
    const answer = await answerApiRequest(bearing(token));
    expect(answer.headers.get("Vary")).toBe("Authorization, Cookie");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ shop: domain, email: owner?.email, scope: "write" });
  });

  it.each([
    "",
    "x",
    "shp_00000000000000000000000000.aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "a.b.c",
    "'; drop table shops--",
  ])("answers the forged token %j with 401 in JSON", async (token) => {
    const answer = await answerApiRequest(bearing(token));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      code: "authentication_failed",
      message: "Authentication failed. Please install the app again.",
      errors: [],
    });
  });

  it("sends a page to /install, and never falls back from a bad bearer token to a good cookie", async () => {
    const { browser } = await signedIn();
    expect(await statusOf(new Request(`${appUrl}/dashboard`), { as: "page" })).toBe(302);
    const both = browser.request("/api/v1/auth/me", { headers: { Authorization: "Bearer wrong" } });
    expect(await statusOf(both, { as: "api" })).toBe(401);
  });

  it("keeps two shops in one browser apart: each token is its own shop's, the cookie the last one's", async () => {
    const [one, two] = [addPlatformShop(platform), addPlatformShop(platform)];
    const browser = makeBrowser();
    const first = await signIn(browser, one.domain);
    const second = await signIn(browser, two.domain);
    expect((await requireShop(bearing(first), { as: "api" })).domain).toBe(one.domain);
    expect((await requireShop(bearing(second), { as: "api" })).domain).toBe(two.domain);
    expect((await requireShop(browser.request("/dashboard"), { as: "page" })).domain).toBe(two.domain);
  });
});

describe("a change that relies on the cookie", () => {
  it.each([
    ["from its own page", { Origin: appUrl }, 200],
    ["from another site", { Origin: "https://evil.example" }, 403],
    ["from an opaque origin", { Origin: "null" }, 403],
  ])("%s", async (_case, headers, status) => {
    const { browser } = await signedIn();
    const request = browser.request("/dashboard/settings", { method: "POST", headers });
    expect(await statusOf(request, { as: "page", need: "write" })).toBe(status);
  });

  it("that names no origin is refused, where a bearer token needs none", async () => {
    const { browser, token } = await signedIn();
    const cookie = browser.request("/x").headers.get("Cookie") ?? "";
    const bare = new Request(`${appUrl}/x`, { method: "POST", headers: { Cookie: cookie } });
    expect(await statusOf(bare, { as: "api" })).toBe(403);
    expect(await statusOf(bearing(token, { method: "POST" }), { as: "api", need: "write" })).toBe(200);
  });
});

describe("logging out", () => {
  it("ends the session on the server and drops the cookie", async () => {
    const { browser, token } = await signedIn();
    const answer = await logout({ request: browser.request("/auth/logout", { method: "POST" }) });
    expect(answer.headers.getSetCookie().join()).toMatch(/merchant_session=;.*Max-Age=0/);
    expect(await statusOf(bearing(token), { as: "api" })).toBe(401);
  });

  it("cannot be done by another site", async () => {
    const { browser, token } = await signedIn();
    const headers = { Origin: "https://evil.example" };
    const request = browser.request("/auth/logout", { method: "POST", headers });
    expect((await logout({ request })).status).toBe(403);
    expect(await statusOf(bearing(token), { as: "api" })).toBe(200);
  });
});

describe("renewing the cookie", () => {
  it("gives the bearer of a good token the cookie again, and takes it from anyone else", async () => {
    const { token } = await signedIn();
    const good = await renew({ request: bearing(token, { method: "POST" }) });
    expect(good.headers.getSetCookie().join()).toContain(`merchant_session=${token}`);
    const bad = await renew({ request: bearing("wrong", { method: "POST" }) });
    expect(bad.status).toBe(401);
    expect(bad.headers.getSetCookie().join()).toMatch(/merchant_session=;/);
  });
});

describe("uninstalling", () => {
  it("ends every session and token at once; installing again finds the old data", async () => {
    const { browser, domain, token } = await signedIn();
    const before = await findShopByDomain(db(), domain);
    if (!before) throw new Error("The shop is not there");
    const now = new Date(Date.now() + 1000);
    expect(await uninstallShop(before.shopId, { triggeredAt: now, now })).toBe(true);
    expect(await statusOf(bearing(token), { as: "api" })).toBe(401);
    expect(await statusOf(browser.request("/dashboard"), { as: "page" })).toBe(302);
    expect(await findPlatformSession(db(), `offline_${domain}`)).toBeNull();

    const again = await signIn(makeBrowser(), domain);
    const context = await requireShop(bearing(again), { as: "api" });
    expect(context.shopId).toBe(before.shopId);
    expect(await statusOf(bearing(token), { as: "api" })).toBe(401);
  });

  it("ignores news from before the latest installation", async () => {
    const { domain, token } = await signedIn();
    const shop = await findShopByDomain(db(), domain);
    if (!shop?.installedAt) throw new Error("The shop is not there");
    const triggeredAt = new Date(shop.installedAt.getTime() - 1);
    expect(await uninstallShop(shop.shopId, { triggeredAt, now: new Date() })).toBe(false);
    expect(await statusOf(bearing(token), { as: "api" })).toBe(200);
  });

  it("ignores news older than a token that the platform granted since", async () => {
    const { browser, domain, token } = await signedIn();
    const shop = await findShopByDomain(db(), domain);
    if (!shop?.installedAt) throw new Error("The shop is not there");
    const triggeredAt = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await install(browser, domain);
    expect(await uninstallShop(shop.shopId, { triggeredAt, now: new Date() })).toBe(false);
    expect(await statusOf(bearing(token), { as: "api" })).toBe(200);
  });
});
