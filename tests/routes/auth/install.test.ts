import { describe, expect, it } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { findPlatformSession } from "#app/store/sessions.ts";
import { findShopByDomain } from "#app/store/shops.ts";
import { loader as begin } from "../../../app/routes/auth/begin.ts";
import { action as postForm } from "../../../app/routes/install.tsx";
import { loader as home } from "../../../app/routes/index.ts";
import { appUrl, consent, install, locationOf, makeBrowser } from "../../support/browser.ts";
import { setEnv } from "../../support/environment.ts";
import { addPlatformShop, signed } from "../../support/local-platform.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

function resultOf(response: Response): URLSearchParams {
  const url = new URL(locationOf(response), appUrl);
  expect(url.pathname).toBe("/auth/success");
  return url.searchParams;
}

describe("GET /auth", () => {
  it("answers installUrl to a program, even to one the library takes for a bot", async () => {
    const { domain } = addPlatformShop(platform);
    const headers = { "User-Agent": "curl/8.5.0", Accept: "application/json" };
    const answer = await begin({ request: new Request(`${appUrl}/auth?shop=${domain}`, { headers }) });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { installUrl: string };
    const url = new URL(body.installUrl);
    expect(url.pathname).toBe(`/shops/${domain}/admin/oauth/authorize`);
    expect(url.searchParams.get("redirect_uri")).toBe(`${appUrl}/auth/callback`);
    expect(answer.headers.getSetCookie().join("\n")).toMatch(/install_browser=.+HttpOnly; Secure/);
  });

  it("sends a navigating browser on", async () => {
    const { domain } = addPlatformShop(platform);
    expect(locationOf(await makeBrowser().visit(`/auth?shop=${domain}`))).toContain("/admin/oauth/authorize");
  });

  it.each(["", "not a shop", "evil.example.com", "shop.myshopify.com.evil.com", "-a.myshopify.com", "a_b"])(
    "refuses %j, which is no shop, at the field",
    async (shop) => {
      const request = new Request(`${appUrl}/auth?shop=${encodeURIComponent(shop)}`);
      const answer = await begin({ request });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ field: "shop" }] });
    },
  );

  it("shows a browser with a wrong shop the result page's error", async () => {
    const result = resultOf(await makeBrowser().visit("/auth?shop=evil.example.com"));
    expect(result.get("error_description")).toContain("valid Shopify store domain");
  });
});

const post = (shop: string) =>
  postForm({
    request: new Request(`${appUrl}/install`, { method: "POST", body: new URLSearchParams({ shop }) }),
  });

describe("POST /install", () => {
  it("begins an installation, and with INSTALL_FORM=off begins none", async () => {
    const { domain } = addPlatformShop(platform);
    const open = await post(domain);
    expect(open instanceof Response && locationOf(open)).toContain("/admin/oauth/authorize");
    setEnv({ INSTALL_FORM: "off" });
    const closed = await post(domain);
    setEnv({ INSTALL_FORM: "on" });
    expect(closed).toMatchObject({ data: { typed: "", error: null }, init: { status: 403 } });
  });
});

describe("the way through the platform", () => {
  it("keeps sealed tokens, the shop as it is, and ends with a ticket", async () => {
    const shop = addPlatformShop(platform);
    const result = await install(makeBrowser(), shop.domain);
    expect(result.get("shop")).toBe(shop.domain);
    expect(result.get("token")).toMatch(/^shp_\w+\.[\w-]+$/);
    const kept = await findShopByDomain(db(), shop.domain);
    expect(kept).toMatchObject({
      currency: shop.settings.currency,
      timeZone: shop.settings.ianaTimezone,
      storefrontUrl: `${platform.url}/shops/${shop.domain}`,
      uninstalledAt: null,
    });
    expect(kept?.installedAt).toBeInstanceOf(Date);
    const session = await findPlatformSession(db(), `offline_${shop.domain}`);
    const tokens = platform.store.state.accessTokens.filter((token) => token.shop === shop.domain);
    expect(tokens.length).toBeGreaterThan(0);
    for (const { token } of tokens) expect(session?.sealed).not.toContain(token);
    expect(session?.expiresAt).toBeInstanceOf(Date);
  });

  it("ends on the result page when the merchant says no", async () => {
    const { domain } = addPlatformShop(platform);
    const browser = makeBrowser();
    const back = await consent(locationOf(await browser.visit(`/auth?shop=${domain}`)), "cancel");
    expect(resultOf(await browser.visit(back)).get("error")).toBe("access_denied");
    expect(await findShopByDomain(db(), domain)).toBeNull();
  });
});

async function begun() {
  const { domain } = addPlatformShop(platform);
  const browser = makeBrowser();
  const back = await consent(locationOf(await browser.visit(`/auth?shop=${domain}`)));
  return { browser, domain, back: new URL(back) };
}

async function expectRefused(work: Promise<Response>, domain: string, error: string) {
  const result = resultOf(await work);
  expect(result.get("error")).toBe(error);
  expect(result.get("error_description")).toContain("Start");
  expect(result.has("token")).toBe(false);
  expect(await findShopByDomain(db(), domain)).toBeNull();
}

describe("a callback that is not the platform's answer to this browser", () => {
  it("is refused with a wrong HMAC", async () => {
    const { browser, domain, back } = await begun();
    back.searchParams.set("hmac", "0".repeat(64));
    await expectRefused(browser.visit(back.href), domain, "invalid");
  });

  it("is refused when it is signed with another app's secret", async () => {
    const { browser, domain, back } = await begun();
    back.searchParams.delete("hmac");
    const query = signed(Object.fromEntries(back.searchParams), "another-secret");
    await expectRefused(browser.visit(`/auth/callback?${query}`), domain, "invalid");
  });

  it("is refused with an old timestamp, though well signed", async () => {
    const { browser, domain, back } = await begun();
    back.searchParams.delete("hmac");
    const old = {
      ...Object.fromEntries(back.searchParams),
      timestamp: String(Math.floor(Date.now() / 1000) - 600),
    };
    await expectRefused(browser.visit(`/auth/callback?${signed(old)}`), domain, "invalid");
  });

  it("is refused with another visit's state, though well signed", async () => {
    const { browser, domain, back } = await begun();
    back.searchParams.delete("hmac");
    const foreign = { ...Object.fromEntries(back.searchParams), state: "123456789012345" };
    await expectRefused(browser.visit(`/auth/callback?${signed(foreign)}`), domain, "invalid");
  });

  it("is refused in a browser that did not begin", async () => {
    const { domain, back } = await begun();
    await expectRefused(makeBrowser().visit(back.href), domain, "expired");
  });

  it("asks to start again when consent took longer than the state lives", async () => {
    const { browser, domain, back } = await begun();
    browser.cookies.delete("shopify_app_state");
    await expectRefused(browser.visit(back.href), domain, "expired");
  });

  it("is refused for a shop that is not a shop", async () => {
    const { browser, domain, back } = await begun();
    back.searchParams.delete("hmac");
    const other = { ...Object.fromEntries(back.searchParams), shop: "evil.example.com" };
    await expectRefused(browser.visit(`/auth/callback?${signed(other)}`), domain, "invalid");
  });

  it("is refused when its code was used before", async () => {
    const { browser, back } = await begun();
    const state = new Map(browser.cookies);
    await browser.visit(back.href);
    for (const [name, value] of state) browser.cookies.set(name, value);
    expect(resultOf(await browser.visit(back.href)).get("error")).toBe("invalid");
  });
});

const at = (query: string) => locationOf(home({ request: new Request(`${appUrl}/${query}`) }));

describe("GET /", () => {
  it("leads to the install page, but the platform's frame to the dashboard and a listing's visit to consent", () => {
    expect(at("")).toBe("/install");
    expect(at("?embedded=1&host=x&shop=a.myshopify.com")).toBe(
      "/dashboard?embedded=1&host=x&shop=a.myshopify.com",
    );
    expect(at("?shop=a.myshopify.com&hmac=1&timestamp=2")).toMatch(/^\/auth\?shop=a/);
  });
});
