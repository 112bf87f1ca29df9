import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";
import { failed, type Finding, type Meaning, ok, unknown } from "#app/domain/health-check.ts";
import { adminApiVersion } from "#app/gateways/shopify/admin-client.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { env } from "#app/platform/env.server.ts";

const file = "shopify.app.toml";

const tomlShape = z.object({
  client_id: z.string().default(""),
  application_url: z.string().default(""),
  auth: z.object({ redirect_urls: z.array(z.string()).default([]) }).prefault({}),
  access_scopes: z.object({ scopes: z.string().default("") }).prefault({}),
  webhooks: z.object({ api_version: z.string().default("") }).prefault({}),
});

type AppToml = z.output<typeof tomlShape>;

/** Null if the file is not on this machine. @throws if it is not valid TOML. */
export function readAppToml(path: string | null): AppToml | null {
  let text: string;
  try {
    text = readFileSync(path ?? file, "utf8");
  } catch {
    return null;
  }
  return tomlShape.parse(parse(text));
}

const isDemo = (): boolean => env().ALLOW_LOCAL_SHOPIFY === "demo";
const noToml = unknown({ code: "configuration_missing", file }, "doctor");
const inDemo = unknown("demo_platform");

export function checkClientId(toml: AppToml | null): Finding {
  if (isDemo()) return inDemo;
  if (toml === null) return noToml;
  if (toml.client_id === "") return failed({ code: "client_id_empty", file }, "copy_client_id");
  return toml.client_id === env().SHOPIFY_API_KEY
    ? ok({ code: "client_id", file })
    : failed({ code: "client_id_other", file }, "same_client_id");
}

/** Compares the file's scopes, addresses and API version with this process's settings. */
export function checkAppToml(toml: AppToml | null): Finding {
  if (toml === null) return noToml;
  const faults = [...scopeFaults(toml), ...addressFaults(toml), ...versionFaults(toml)];
  return faults.length === 0
    ? ok({ code: "configuration", file })
    : failed(faults, { code: "correct_configuration", file });
}

function scopeFaults({ access_scopes: { scopes } }: AppToml): Meaning[] {
  const [inFile, inEnv] = [scopesOf(scopes), scopesOf(env().SCOPES)];
  const faults = [
    ["SCOPES", inFile.filter((scope) => !inEnv.includes(scope))],
    [file, inEnv.filter((scope) => !inFile.includes(scope))],
  ] as const;
  return faults.flatMap(([where, names]): Meaning[] =>
    names.length > 0 ? [{ code: "config_scopes", where, scopes: names.join(", ") }] : [],
  );
}

export function scopesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== "");
}

/** `app dev` writes the tunnel's address into Shopify's configuration, not into the file. */
function addressFaults({ application_url: application, auth }: AppToml): Meaning[] {
  if (env().NODE_ENV === "development" || isDemo()) return [];
  const { host } = new URL(appAddress());
  const isElsewhere = (address: string): boolean => URL.parse(address)?.host !== host;
  const faults: Meaning[] = [];
  if (isElsewhere(application)) faults.push({ code: "config_address", host });
  if (auth.redirect_urls.some(isElsewhere)) faults.push({ code: "config_redirect", host });
  return faults;
}

function versionFaults({ webhooks: { api_version: version } }: AppToml): Meaning[] {
  return version === adminApiVersion
    ? []
    : [{ code: "config_version", webhooks: version, app: adminApiVersion }];
}

/** Shopify refuses to frame an app, or to send webhooks, over http. */
export function checkHttps(toml: AppToml | null): Finding {
  if (isDemo()) return unknown("demo_http");
  const own = new URL(appAddress());
  const sameHost = [own, URL.parse(toml?.application_url ?? "")].filter((url) => url?.host === own.host);
  return sameHost.every((url) => url?.protocol === "https:") ? ok("https") : failed("http", "use_https");
}
