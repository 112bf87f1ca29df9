/** A local platform of a test's own, and an app that only listens. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { onTestFinished } from "vitest";
import { parseAppConfig } from "../../local-shopify/app-config.ts";
import { installApp } from "../../local-shopify/installation.ts";
import { makeSessionToken } from "../../local-shopify/oauth/session-token.ts";
import { startLocalShopify, type LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";

export const apiKey = "local-test-key";
export const apiSecret = "local-test-secret";
export const demoShop = "demo-store.myshopify.com";

const toml = `
name = "Test App"
application_url = "https://example.com"
[auth]
redirect_urls = ["https://example.com/auth/callback"]
[access_scopes]
scopes = "read_orders,read_products,read_customers,write_discounts"
optional_scopes = ["write_store_credit_account_transactions", "read_store_credit_accounts"]
[webhooks]
api_version = "2026-10"
[[webhooks.subscriptions]]
topics = ["app/uninstalled", "app/scopes_update", "orders/create", "discounts/create"]
uri = "/webhooks"
[[webhooks.subscriptions]]
topics = ["orders/updated"]
uri = "/webhooks"
include_fields = ["id", "customer.id", "line_items.id"]
name = "slim"
[[webhooks.subscriptions]]
compliance_topics = ["customers/redact", "shop/redact"]
uri = "/webhooks"
`;

export interface PlatformOptions {
  appUrl?: string;
  dataDir?: string;
  now?: () => Date;
}

/** Starts a platform on free ports and stops it when the test is over. */
export async function startPlatform(options: PlatformOptions = {}): Promise<LocalShopify> {
  const { appUrl = "http://localhost:9", ...rest } = options;
  const app = parseAppConfig(toml, { apiKey, apiSecret, appUrl });
  const platform = await startLocalShopify({ app, ...rest });
  onTestFinished(() => platform.close());
  return platform;
}

/** One shop of the platform; a test that names a shop wrongly fails here. */
export function shopOf(platform: LocalShopify, domain = demoShop): ShopState {
  const shop = platform.store.state.shops[domain];
  if (shop === undefined) throw new Error(`no shop ${domain}`);
  return shop;
}

/** Installs the app with the scopes of its configuration, or with these. */
export function install(platform: LocalShopify, scopes = platform.ctx.app.scopes): ShopState {
  const shop = shopOf(platform);
  installApp(platform.ctx, shop, scopes);
  return shop;
}

export type Json = Record<string, unknown>;

/** The answer's body, which must be a JSON object. */
export async function readJson(answer: Response): Promise<Json> {
  const body: unknown = await answer.json();
  if (typeof body !== "object" || body === null) throw new Error("the answer is no JSON object");
  return { ...body };
}

/** Value at a path of a JSON value. Undefined if there is none. */
export function dig(value: unknown, ...path: string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  return dig(new Map<string, unknown>(Object.entries(value)).get(name), ...rest);
}

export interface JsonAnswer {
  status: number;
  body: Json;
}

export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await readJson(answer) };
}

/** Posts to access_token with the app's own credentials, unless the form brings others. */
export function askToken(platform: LocalShopify, form: Json, shop = demoShop): Promise<JsonAnswer> {
  const url = `${platform.url}/shops/${shop}/admin/oauth/access_token`;
  return postJson(url, { client_id: apiKey, client_secret: apiSecret, ...form });
}

const shopTokenType = "urn:shopify:params:oauth:token-type:";

/** The form of a token exchange for the first or second staff member of the shop. */
export async function exchangeForm(
  platform: LocalShopify,
  kind: "online" | "offline",
  staffIndex = 0,
): Promise<Json> {
  const shop = shopOf(platform);
  const staff = shop.staff[staffIndex];
  if (staff === undefined) throw new Error(`no staff ${staffIndex}`);
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: await makeSessionToken(platform.ctx.app, { shop, staff }, platform.ctx.now()),
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: `${shopTokenType}${kind}-access-token`,
    expiring: "1",
  };
}

/** Asks the Admin API with this token. */
export function askAdmin(
  platform: LocalShopify,
  token: unknown,
  query: string,
  variables: Json = {},
): Promise<JsonAnswer> {
  const url = `${platform.url}/shops/${demoShop}/admin/api/2026-10/graphql.json`;
  return postJson(url, { query, variables }, { "x-shopify-access-token": String(token) });
}

/** Installs the app and answers an offline token for it. */
export async function installWithToken(platform: LocalShopify, scopes?: string[]): Promise<string> {
  install(platform, scopes);
  const { body } = await askToken(platform, await exchangeForm(platform, "offline"));
  return String(body["access_token"]);
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ListeningApp {
  url: string;
  received: Received[];
  /** Resolves once that many deliveries have come. */
  wait(count: number): Promise<void>;
}

/** An app that keeps what is sent to it and answers each delivery with the next status (or never), then 200. */
export async function startListeningApp(statuses: (number | "silence")[] = []): Promise<ListeningApp> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const answers = [...statuses];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
      const status = answers.shift() ?? 200;
      if (status !== "silence") response.writeHead(status).end();
      for (const entry of waiting) if (received.length >= entry.count) entry.resolve();
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    wait: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
