/** The platform's knowledge of the app: its keys and its `shopify.app.toml`. */
import { readFileSync } from "node:fs";
import { parse } from "smol-toml";

export interface WebhookSubscription {
  topics: string[];
  /** Where deliveries go, as an absolute address. */
  address: string;
  includeFields: string[] | null;
  name: string | null;
}

export interface AppConfig {
  name: string;
  handle: string;
  apiKey: string;
  /** Signs everything. */
  apiSecret: string;
  /** During a rotation the newer secret, which the platform accepts but does not sign with yet. */
  nextApiSecret?: string;
  /** Without a final slash. */
  appUrl: string;
  scopes: string[];
  /** Scopes that a merchant may grant or not. */
  optionalScopes: string[];
  redirectUrls: string[];
  webhookApiVersion: string;
  subscriptions: WebhookSubscription[];
  /** Which path of a store leads to the app, and where; null where the app has no proxy. */
  appProxy: { url: string; prefix: string; subpath: string } | null;
}

export interface AppIdentity {
  apiKey: string;
  apiSecret: string;
  appUrl: string;
}

/** The app's configuration is missing or says something the local platform cannot do. */
export class AppConfigError extends Error {}

/**
 * Reads `shopify.app.toml` for an app that runs at `identity.appUrl`. As `shopify app dev` does, the hosts
 * that the file names are replaced by the running app's: only their paths count. Throws AppConfigError.
 */
export function readAppConfig(tomlPath: string, identity: AppIdentity): AppConfig {
  let text: string;
  try {
    text = readFileSync(tomlPath, "utf8");
  } catch (error) {
    throw new AppConfigError(`The local platform cannot read ${tomlPath}.`, { cause: error });
  }
  return parseAppConfig(text, identity);
}

export function parseAppConfig(text: string, identity: AppIdentity): AppConfig {
  const toml = readTable(parse(text));
  const webhooks = readTable(toml["webhooks"]);
  const name = readText(toml["name"]) ?? "App";
  const appUrl = identity.appUrl.replace(/\/$/, "");
  return {
    ...identity,
    appUrl,
    name,
    handle: readText(toml["handle"]) ?? name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
    scopes: splitScopes(readText(readTable(toml["access_scopes"])["scopes"]) ?? ""),
    optionalScopes: readTexts(readTable(toml["access_scopes"])["optional_scopes"]),
    redirectUrls: readTexts(readTable(toml["auth"])["redirect_urls"]).map((url) => onApp(url, appUrl)),
    webhookApiVersion: readText(webhooks["api_version"]) ?? "2026-10",
    subscriptions: readTables(webhooks["subscriptions"]).map((entry) => readSubscription(entry, appUrl)),
    appProxy: readAppProxy(readTable(toml["app_proxy"]), appUrl),
  };
}

/** `"read_orders, write_discounts"` → its names, each once. */
export function splitScopes(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ""))];
}

function readSubscription(entry: Table, appUrl: string): WebhookSubscription {
  for (const key of ["filter", "payload_query", "actions"]) {
    if (key in entry) {
      throw new AppConfigError(`The local platform does not implement "${key}" of a webhook subscription.`);
    }
  }
  const uri = readText(entry["uri"]);
  if (uri === null) throw new AppConfigError("A webhook subscription in the app's toml has no uri.");
  const includeFields = readTexts(entry["include_fields"]);
  return {
    topics: [...readTexts(entry["topics"]), ...readTexts(entry["compliance_topics"])],
    address: uri.startsWith("/") ? `${appUrl}${uri}` : uri,
    includeFields: includeFields.length > 0 ? includeFields : null,
    name: readText(entry["name"]),
  };
}

const proxyPrefixes = new Set(["a", "apps", "community", "tools"]);

function readAppProxy(entry: Table, appUrl: string): AppConfig["appProxy"] {
  const [url, prefix, subpath] = ["url", "prefix", "subpath"].map((name) => readText(entry[name]));
  if (!url || !prefix || !subpath) return null;
  if (!proxyPrefixes.has(prefix) || !/^[\w-]{1,30}$/.test(subpath)) {
    throw new AppConfigError(`The platform has no app proxy at /${prefix}/${subpath}.`);
  }
  return { url: onApp(url, appUrl), prefix, subpath };
}

function onApp(url: string, appUrl: string): string {
  const { pathname } = new URL(url, appUrl);
  return `${appUrl}${pathname}`;
}

type Table = Record<string, unknown>;

function readTable(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function readTables(value: unknown): Table[] {
  return Array.isArray(value) ? value.map(readTable) : [];
}

function readText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
