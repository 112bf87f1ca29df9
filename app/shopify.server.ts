import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, shopifyApi, type Session, type Shopify } from "@shopify/shopify-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { AppDistribution, LogSeverity, shopifyApp } from "@shopify/shopify-app-remix/server";
import { appBridgeUrl, platformFetch } from "./gateways/shopify/addresses.ts";
import { asBrowser, mapPlatformResponse, placeInFrame } from "./gateways/shopify/frame.ts";
import { sealingSessionStorage } from "./gateways/shopify/session-storage.ts";
import { db } from "./platform/db.server.ts";
import { appAddress } from "./platform/app-address.server.ts";
import { isSessionTokenOf } from "./platform/crypto.server.ts";
import { apiSecrets, env } from "./platform/env.server.ts";
import { log } from "./platform/log.server.ts";
import {
  claimRefresh,
  findPlatformSession,
  listPlatformSessions,
  releaseRefresh,
  removePlatformSessions,
  savePlatformSession,
} from "./store/sessions.ts";

/** The platform's sessions, sealed, in our database. */
export const sessionStorage = sealingSessionStorage({
  find: (sessionId) => findPlatformSession(db(), sessionId),
  save: (row) => savePlatformSession(db(), row),
  remove: (sessionIds) => removePlatformSessions(db(), sessionIds),
  list: (shopDomain) => listPlatformSessions(db(), shopDomain),
});

/** Lets one process at a time refresh a shop's token. */
export const tokenLease = {
  claim: (sessionId: string, now: Date, until: Date) => claimRefresh(db(), sessionId, { now, until }),
  release: (sessionId: string) => releaseRefresh(db(), sessionId),
};

setAbstractFetchFunc(platformFetch);

/** Logs the library's messages without their values, since some are short-lived secrets. */
function writeLibraryLog(_severity: LogSeverity, message: string): void {
  log.warn("The platform's library complains", { detail: message.split("|")[0]?.trim() });
}

function settings(apiSecretKey: string) {
  const { SHOPIFY_API_KEY, SCOPES } = env();
  return {
    apiKey: SHOPIFY_API_KEY,
    apiSecretKey,
    appUrl: appAddress(),
    scopes: SCOPES.split(","),
    apiVersion: ApiVersion.October26,
    logger: { level: LogSeverity.Error, log: writeLibraryLog },
  };
}

function makeApp(apiSecretKey: string) {
  return shopifyApp({
    ...settings(apiSecretKey),
    authPathPrefix: "/auth",
    distribution: AppDistribution.AppStore,
    sessionStorage,
    // The online token names the acting staff member. The offline one is fetched with it.
    useOnlineTokens: true,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  });
}

/** The library knows one secret, so during a rotation there is one instance for each. */
const apps = new Map<string, ReturnType<typeof makeApp>>();
const apis = new Map<string, Shopify>();

function shopify(apiSecretKey = env().SHOPIFY_API_SECRET) {
  let app = apps.get(apiSecretKey);
  if (!app) {
    app = makeApp(apiSecretKey);
    apps.set(apiSecretKey, app);
  }
  return app;
}

/**
 * The secret that signed the request's session token. Undefined, which means the current one, if there is no token or
 * a forged one.
 */
function secretOf(request: Request): string | undefined {
  const header = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  const token = header ?? new URL(request.url).searchParams.get("id_token") ?? "";
  return apiSecrets().find((secret) => isSessionTokenOf(secret, token));
}

/** The lower-level library: the authorization code grant and token refresh. */
export function shopifyApiClient(): Shopify {
  const { SHOPIFY_API_SECRET: secret } = env();
  let api = apis.get(secret);
  if (!api) {
    const { appUrl, ...rest } = settings(secret);
    const url = new URL(appUrl);
    api = shopifyApi({
      ...rest,
      hostName: url.host,
      hostScheme: url.protocol === "https:" ? "https" : "http",
      isEmbeddedApp: true,
    });
    apis.set(secret, api);
  }
  return api;
}

/**
 * The session behind a request of the embedded admin. Throws the library's responses (bounce page, redirect, 401),
 * rewritten to the local platform if there is one.
 */
export async function authenticateAdmin(request: Request): Promise<{ session: Session }> {
  try {
    const { session } = await shopify(secretOf(request)).authenticate.admin(asBrowser(request));
    return { session };
  } catch (thrown) {
    throw thrown instanceof Response ? await mapPlatformResponse(thrown) : thrown;
  }
}

/** Headers of every document: the frames that may embed it, and the script that it needs first. */
export function addDocumentResponseHeaders(request: Request, headers: Headers): void {
  shopify().addDocumentResponseHeaders(request, headers);
  placeInFrame(request, headers, appBridgeUrl());
  // A page is for one person, so no shared cache may store it.
  headers.append("Vary", "Authorization");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
}
