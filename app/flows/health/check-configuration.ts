import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";
import { failed, type Finding, ok, unknown } from "#app/domain/health-check.ts";
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
const noToml = unknown(`${file} is not on this machine.`, "Run npm run doctor where you deploy from.");
const inDemo = unknown("The demo has a local platform instead of an app on Shopify.");

export function checkClientId(toml: AppToml | null): Finding {
  if (isDemo()) return inDemo;
  if (toml === null) return noToml;
  if (toml.client_id === "") {
    return failed(
      `client_id in ${file} is empty.`,
      "Copy the client ID from the app's settings in the Dev Dashboard.",
    );
  }
  return toml.client_id === env().SHOPIFY_API_KEY
    ? ok(`${file} and SHOPIFY_API_KEY name the same app.`)
    : failed(`client_id in ${file} is not SHOPIFY_API_KEY.`, "Enter the client ID of one app in both.");
}

/** Compares the file's scopes, addresses and API version with this process's settings. */
export function checkAppToml(toml: AppToml | null): Finding {
  if (toml === null) return noToml;
  const faults = [...scopeFaults(toml), ...addressFaults(toml), ...versionFaults(toml)];
  if (faults.length === 0) return ok(`${file} agrees with the environment.`);
  return failed(
    faults.join(" "),
    `Correct ${file} or the environment, then run npm run shopify -- app deploy.`,
  );
}

function scopeFaults({ access_scopes: { scopes } }: AppToml): string[] {
  const [inFile, inEnv] = [scopesOf(scopes), scopesOf(env().SCOPES)];
  const faults = [
    ["SCOPES lacks", inFile.filter((scope) => !inEnv.includes(scope))],
    [`${file} lacks`, inEnv.filter((scope) => !inFile.includes(scope))],
  ] as const;
  return faults.flatMap(([what, names]) => (names.length > 0 ? [`${what} ${names.join(", ")}.`] : []));
}

export function scopesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== "");
}

/** `app dev` writes the tunnel's address into Shopify's configuration, not into the file. */
function addressFaults({ application_url: application, auth }: AppToml): string[] {
  if (env().NODE_ENV === "development" || isDemo()) return [];
  const own = new URL(appAddress()).host;
  const isElsewhere = (address: string): boolean => URL.parse(address)?.host !== own;
  return [
    ...(isElsewhere(application) ? [`application_url is not at ${own}, where SHOPIFY_APP_URL is.`] : []),
    ...(auth.redirect_urls.some(isElsewhere) ? [`A redirect URL is not at ${own}.`] : []),
  ];
}

function versionFaults({ webhooks: { api_version: version } }: AppToml): string[] {
  return version === adminApiVersion
    ? []
    : [`Webhooks come as ${version}, but the app reads ${adminApiVersion}.`];
}

/** Shopify refuses to frame an app, or to send webhooks, over http. */
export function checkHttps(toml: AppToml | null): Finding {
  if (isDemo()) return unknown("The demo runs on http.");
  const own = new URL(appAddress());
  const sameHost = [own, URL.parse(toml?.application_url ?? "")].filter((url) => url?.host === own.host);
  return sameHost.every((url) => url?.protocol === "https:")
    ? ok("The app's address begins with https.")
    : failed(
        "The app's address begins with http.",
        "Set up a certificate and give SHOPIFY_APP_URL an https address.",
      );
}
