import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished, expect, test } from "vitest";
import { parseAppConfig } from "../../local-shopify/app-config.ts";
import { startLocalShopify } from "../../local-shopify/server.ts";
import { installApp } from "../../local-shopify/installation.ts";
import { signatureOf } from "../../local-shopify/storefront/app-proxy-routes.ts";
import {
  apiKey,
  apiSecret,
  askAdmin,
  askToken,
  demoShop,
  dig,
  exchangeForm,
  shopOf,
} from "./platform-setup.ts";

type Seen = { url: URL; method: string; headers: IncomingHttpHeaders; body: string };

/** An app that writes down what reaches it, and sets a cookie that must not reach the visitor. */
async function listeningApp() {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://app.invalid");
      seen.push({ url, method: request.method ?? "", headers: request.headers, body });
      response.writeHead(201, { "Set-Cookie": "mine=1", "X-App": "yes", "Content-Type": "application/json" });
      response.end('{"ok":true}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { seen, url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}` };
}

const scopes = ["read_orders", "write_pixels", "read_customer_events", "write_app_proxy"];
const toml = `
name = "Test App"
application_url = "https://example.com"
[auth]
redirect_urls = ["https://example.com/auth/callback"]
[access_scopes]
scopes = "${scopes.join(",")}"
[app_proxy]
url = "/proxy"
prefix = "apps"
subpath = "friends"
`;

async function startStore(appUrl: string, extensionsDir = "extensions") {
  const app = parseAppConfig(toml, { apiKey, apiSecret, appUrl });
  const platform = await startLocalShopify({ app, extensionsDir });
  onTestFinished(() => platform.close());
  installApp(platform.ctx, shopOf(platform), scopes);
  const { body } = await askToken(platform, await exchangeForm(platform, "offline"));
  const store = `${platform.url}/shops/${demoShop}`;
  return { platform, store, token: body["access_token"] };
}

test("the app proxy signs what it forwards and lets no cookie through in either direction", async () => {
  const app = await listeningApp();
  const { store } = await startStore(app.url);
  const answer = await fetch(`${store}/apps/friends/visit?a=1&a=2&shop=evil.myshopify.com&signature=00`, {
    headers: { Cookie: "cart=secret", "User-Agent": "Browser/1" },
  });
  expect([answer.status, answer.headers.get("x-app"), answer.headers.get("set-cookie")]).toEqual([
    201,
    "yes",
    null,
  ]);
  expect(await answer.json()).toEqual({ ok: true });
  const [call] = app.seen;
  if (!call) throw new Error("The app was not called.");
  expect(call.url.pathname).toBe("/proxy/visit");
  expect([call.headers.cookie, call.headers["user-agent"]]).toEqual([undefined, "Browser/1"]);
  expect(call.headers["x-forwarded-for"]).toBe("127.0.0.1");
  const { searchParams } = call.url;
  expect(searchParams.getAll("shop")).toEqual([demoShop]);
  expect(searchParams.get("path_prefix")).toBe("/apps/friends");
  const [signature] = searchParams.getAll("signature");
  searchParams.delete("signature");
  expect(signature).toBe(signatureOf(searchParams, apiSecret));
});

test("the app proxy forwards bodies, and says when the app does not answer", async () => {
  const app = await listeningApp();
  const { store } = await startStore(app.url);
  await fetch(`${store}/apps/friends/form/deep`, { method: "POST", body: "name=Ada" });
  expect(app.seen[0]).toMatchObject({ method: "POST", body: "name=Ada" });
  const { store: orphaned } = await startStore("http://127.0.0.1:9");
  expect((await fetch(`${orphaned}/apps/friends/visit`)).status).toBe(502);
});

test("a store without the app, or without its scope, has no such path", async () => {
  const app = await listeningApp();
  const { platform, store } = await startStore(app.url);
  const shop = shopOf(platform);
  if (shop.installation) shop.installation.scopes = ["read_orders"];
  expect((await fetch(`${store}/apps/friends/visit`)).status).toBe(404);
  shop.installation = null;
  expect((await fetch(`${store}/apps/friends/visit`)).status).toBe(404);
  expect(app.seen).toEqual([]);
});

const create = `mutation($webPixel: WebPixelInput!) {
  webPixelCreate(webPixel: $webPixel) { webPixel { id settings } userErrors { code } }
}`;
const goodSettings = { accountID: "shop-1", appUrl: "https://app.example" };

test("a web pixel takes the settings that its toml declares, and is there once", async () => {
  const { platform, token } = await startStore("http://127.0.0.1:9");
  async function codeFor(settings: unknown): Promise<unknown> {
    const { body } = await askAdmin(platform, token, create, { webPixel: { settings } });
    return dig(body, "data", "webPixelCreate", "userErrors", "0", "code") ?? "made";
  }
  expect(await codeFor("{")).toBe("INVALID_CONFIGURATION_JSON");
  expect(await codeFor({ accountID: "shop-1" })).toBe("INVALID_SETTINGS");
  expect(await codeFor({ ...goodSettings, more: "x" })).toBe("INVALID_SETTINGS");
  expect(await codeFor(JSON.stringify(goodSettings))).toBe("made");
  expect(await codeFor(goodSettings)).toBe("TAKEN");
});

test("without an extension there is no pixel to switch on", async () => {
  const { platform, token } = await startStore("http://127.0.0.1:9", "docs");
  const { body } = await askAdmin(platform, token, create, { webPixel: { settings: goodSettings } });
  expect(dig(body, "data", "webPixelCreate", "userErrors", "0", "code")).toBe("NO_EXTENSION");
});

test("pages name the pixel once it is switched on, and its code is one script", async () => {
  const { platform, store, token } = await startStore("http://127.0.0.1:9");
  expect(await (await fetch(`${store}/`)).text()).not.toContain("cdn/pixels");
  await askAdmin(platform, token, create, { webPixel: { settings: goodSettings } });
  expect(await (await fetch(`${store}/`)).text()).toContain("cdn/pixels/affiliate-pixel.js");
  const script = await (await fetch(`${store}/cdn/pixels/affiliate-pixel.js`)).text();
  expect(script).toContain("/track/pixel");
  expect(script).not.toMatch(/^\s*import\s/m);
  expect((await fetch(`${store}/cdn/pixels/affiliate-embed.js`)).status).toBe(404);
});

test("an app's deep link leads to the switch of its embed, on but not saved", async () => {
  const { platform } = await startStore("http://127.0.0.1:9");
  shopOf(platform).settings.themeEmbed = false;
  const link = `${platform.url}/shops/${demoShop}/admin/themes/current/editor?context=apps&activateAppId=${apiKey}/affiliate-embed`;
  expect(await (await fetch(link)).text()).toMatch(/name="themeEmbed" checked/);
  expect(shopOf(platform).settings.themeEmbed).toBe(false);
  const other = link.replace(apiKey, "other-app");
  expect(await (await fetch(other)).text()).not.toMatch(/name="themeEmbed" checked/);
});
