import { createHmac } from "node:crypto";
import { CookieNotFound, type Session } from "@shopify/shopify-api";
import { appAddress } from "#app/platform/app-address.server.ts";
import { sameText } from "../../platform/crypto.server.ts";
import { apiSecrets } from "../../platform/env.server.ts";
import { describeError, log } from "../../platform/log.server.ts";
import { sessionStorage, shopifyApiClient } from "../../shopify.server.ts";
import { reachable } from "./addresses.ts";
import { asBrowser } from "./frame.ts";

/** Path to which Shopify returns the browser. Also in shopify.app.toml. */
const callbackPath = "/auth/callback";

/** Address at which a grant begins, and the cookies that its callback needs (valid for 60 s). */
export type GrantBegun = { location: string; cookies: string[] };

/**
 * Begins an authorization-code grant: the shop's own token (offline) or the staff member's (online).
 * `shop` must be a valid domain. Source: Shopify's OAuth, `/admin/oauth/authorize`.
 */
export async function beginGrant(request: Request, shop: string, online: boolean): Promise<GrantBegun> {
  const begun: unknown = await shopifyApiClient().auth.begin({
    shop,
    callbackPath,
    isOnline: online,
    rawRequest: asBrowser(request),
  });
  if (!(begun instanceof Response)) throw new Error("The library's begin answered no response");
  const location = begun.headers.get("Location");
  if (!location) throw new Error(`The library's begin answered ${begun.status}`);
  // The library leaves its state cookie readable to scripts, and no script here needs it.
  const cookies = begun.headers.getSetCookie().map((cookie) => `${cookie}; HttpOnly`);
  return { location: reachable(location), cookies };
}

export type GrantCompleted = { session: Session; cookies: string[] };

/** `expired`: the state cookie is missing or another one. `invalid`: signature, time or code is wrong. */
export type GrantProblem = { problem: "expired" | "invalid" };

/** Checks HMAC, timestamp, state and shop, exchanges the code for tokens, and stores them sealed. */
export async function completeGrant(request: Request): Promise<GrantCompleted | GrantProblem> {
  try {
    const answer = await shopifyApiClient().auth.callback({
      rawRequest: asBrowser(signedWithCurrent(request)),
      expiring: true,
    });
    await sessionStorage.storeSession(answer.session);
    const headers = new Headers(answer.headers as HeadersInit);
    return { session: answer.session, cookies: headers.getSetCookie() };
  } catch (error) {
    log.warn("A grant was not completed", describeError(error));
    return { problem: error instanceof CookieNotFound ? "expired" : "invalid" };
  }
}

/**
 * The library knows one secret, so a query signed with the previous one gets a signature of the current one.
 */
function signedWithCurrent(request: Request): Request {
  const [current = "", previous] = apiSecrets();
  const { pathname, searchParams: query } = new URL(request.url);
  const given = query.get("hmac") ?? "";
  if (previous === undefined || !sameText(given, signatureOf(query, previous))) return request;
  query.set("hmac", signatureOf(query, current));
  return new Request(appAddress(`${pathname}?${query.toString()}`), { headers: request.headers });
}

/** Source: Shopify's OAuth, HMAC-SHA256 in hex of the other parameters in the order of their names. */
function signatureOf(query: URLSearchParams, secret: string): string {
  const others = new URLSearchParams([...query].filter(([name]) => name !== "hmac" && name !== "signature"));
  others.sort();
  return createHmac("sha256", secret).update(others.toString()).digest("hex");
}
