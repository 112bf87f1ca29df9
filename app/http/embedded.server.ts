import { messageOf } from "#app/i18n/fault-words.ts";
import { redirect } from "@remix-run/node";
import type { Session } from "@shopify/shopify-api";
import { setupFault } from "#app/contracts/setup-fault.ts";
import { isShopDomain, shopHandle } from "#app/domain/shop-domain.ts";
import { noteTokenAccepted, noteTokenRefused } from "#app/flows/health/note-token.ts";
import { findTokenFault } from "#app/flows/health/token-fault.ts";
import { enterEmbedded } from "#app/flows/shops/enter-embedded.ts";
import { staffActor } from "#app/flows/shops/save-staff.ts";
import { appAddress, isAppAddress } from "#app/platform/app-address.server.ts";
import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { authenticateAdmin } from "#app/shopify.server.ts";
import { errorResponse, json } from "./respond.ts";

const failed = { code: "authentication_failed" } as const;

/**
 * Credentials of the embedded admin in a request: a session token of the platform (three parts; ours has two),
 * or the query that the admin adds when it opens its frame. Null when there are none.
 */
export function findEmbeddedProof(request: Request): string | null {
  const header = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (header !== undefined) return header.split(".").length === 3 ? header : null;
  if (request.headers.has("Authorization")) return null;
  const { searchParams } = new URL(request.url);
  const isFrame = searchParams.get("embedded") === "1" || searchParams.has("id_token");
  return isFrame || (searchParams.has("host") && searchParams.has("shop")) ? searchParams.toString() : null;
}

/** Redirects a framed document to the page that gets a session token and returns with it. */
export function bounceToAppBridge(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams(search);
  query.set("shopify-reload", appAddress(`${pathname}${search}`));
  return redirect(`/auth/session-token?${query.toString()}`);
}

/** A response that the library threw, stored so that every waiting loader gets a copy. */
type Refused = { status: number; statusText: string; headers: Headers; body: string | null };

const underWay = new Map<string, Promise<Session | Refused>>();

/**
 * The staff member and shop of an embedded request. A first visit exchanges the session token for access
 * tokens; loaders of the same page run at the same time and share that exchange. Throws the library's responses
 * (bounce, redirect, 401).
 */
export async function requireEmbedded(request: Request, asked: { proof: string; as: "page" | "api" }) {
  const session = await shareSession(request, asked.proof);
  if ("status" in session) throw refusalOf(session, request, asked);
  noteTokenAccepted(now(), proxiesOf(request));
  const user = session.onlineAccessInfo?.associated_user;
  if (!user) throw errorResponse(401, failed);
  const entry = { domain: session.shop, scopes: session.scope ?? "", user, now: now() };
  const { shop, member } = await enterEmbedded(entry);
  return { shop, actor: staffActor(member) };
}

async function shareSession(request: Request, proof: string): Promise<Session | Refused> {
  const key = `${new URL(request.url).pathname}\n${proof}`;
  let asking = underWay.get(key);
  if (!asking) {
    asking = askLibrary(request).finally(() => underWay.delete(key));
    underWay.set(key, asking);
  }
  return await asking;
}

/**
 * Address of a page with the missing parameters. A page that is reloaded in the frame returns from the bounce
 * page with only a session token, which names the shop. The library verifies the token afterwards. Null when
 * nothing is missing or the token names no shop.
 */
function completedAddress(request: Request): string | null {
  const url = new URL(request.url);
  const token = url.searchParams.get("id_token");
  if (token === null || url.searchParams.has("shop") || request.headers.has("Authorization")) return null;
  const domain = shopNamedBy(token);
  if (domain === null) return null;
  const host = Buffer.from(`admin.shopify.com/store/${shopHandle(domain)}`).toString("base64url");
  for (const [name, value] of Object.entries({ embedded: "1", shop: domain, host })) {
    url.searchParams.set(name, value);
  }
  return `${url.pathname}${url.search}`;
}

function shopNamedBy(token: string): string | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    if (typeof claims !== "object" || claims === null || !("dest" in claims)) return null;
    const domain = new URL(String(claims.dest)).hostname;
    return isShopDomain(domain) ? domain : null;
  } catch {
    return null;
  }
}

async function askLibrary(request: Request): Promise<Session | Refused> {
  const completed = completedAddress(request);
  if (completed !== null) {
    return { status: 302, statusText: "", headers: new Headers({ Location: completed }), body: null };
  }
  try {
    return (await authenticateAdmin(request)).session;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const { status, statusText, headers } = thrown;
    return { status, statusText, headers, body: thrown.body === null ? null : await thrown.text() };
  }
}

/**
 * A page whose problem a new token can't solve shows an error. Otherwise it would be sent for a token and
 * reloaded forever.
 */
function refusalOf(
  refused: Refused,
  request: Request,
  asked: { proof: string; as: "page" | "api" },
): Response {
  const token = asked.proof.includes("=") ? new URLSearchParams(asked.proof).get("id_token") : asked.proof;
  // A page without its shop is completed first, because the frame needs the shop's page.
  if (token === null || completedAddress(request) !== null) return responseOf(refused, asked.as);
  const bouncedAt = new URL(request.url).searchParams.get(bounceMark);
  const fault = findTokenFault(token, now(), bouncedAt === null ? null : new Date(Number(bouncedAt)));
  if (fault === null) return responseOf(withBounceMark(refused), asked.as);
  void noteTokenRefused(fault, now(), proxiesOf(request));
  return asked.as === "page"
    ? json({ ...setupFault, message: messageOf({ code: setupFault.code }) }, 503)
    : responseOf(refused, asked.as);
}

/** Parameter with the time at which the page was last sent for a new token. */
const bounceMark = "bounced";

function withBounceMark(refused: Refused): Refused {
  const location = URL.parse(refused.headers.get("Location") ?? "", appAddress());
  const back = URL.parse(location?.searchParams.get("shopify-reload") ?? "");
  if (!location || !back) return refused;
  back.searchParams.set(bounceMark, String(now().getTime()));
  location.searchParams.set("shopify-reload", back.href);
  const headers = new Headers(refused.headers);
  headers.set("Location", `${location.pathname}${location.search}`);
  return { ...refused, headers };
}

/** Number of proxies in front of this process, from X-Forwarded-For. */
export function proxiesOf(request: Request): number {
  return request.headers.get("X-Forwarded-For")?.split(",").length ?? 0;
}

function responseOf({ body, ...refused }: Refused, as: "page" | "api"): Response {
  if (refused.status >= 500) {
    log.warn("The platform granted no token", { status: refused.status });
    return errorResponse(503, { code: "unconfirmed_identity" });
  }
  if (as === "page" || refused.status !== 401) return new Response(body, refused);
  // These headers make App Bridge retry with a new session token.
  return errorResponse(401, failed, [], Object.fromEntries(refused.headers));
}

/**
 * Lets the library answer its own pages, which it throws as responses. The bounce page returns with a fresh
 * session token in the URL, so it may only return to this app.
 */
export async function answerEmbeddedPage(request: Request): Promise<void> {
  const back = new URL(request.url).searchParams.get("shopify-reload");
  if (back !== null && !isAppAddress(back)) {
    throw errorResponse(400, { code: "unknown_redirect" });
  }
  try {
    await authenticateAdmin(request);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    log.warn("An embedded page was refused", describeError(thrown));
    throw errorResponse(400, { code: "unknown_redirect" });
  }
}

export type Entry = "dashboard" | "app-bridge" | "authorization" | "install";

/**
 * Where a request belongs whose cookie and token name nobody. `/`, `/install` and `/dashboard` all decide here, so none
 * of them leads to another that leads back.
 */
export function decideEntry(request: Request): Entry {
  // The dashboard checks the proof itself.
  if (findEmbeddedProof(request) !== null) return "dashboard";
  // A document in the admin that lost its parameters asks the App Bridge for proof; it never sees the form.
  if (isInAdmin(request)) return "app-bridge";
  const { searchParams } = new URL(request.url);
  // A shop begins an installation at its listing.
  return searchParams.has("shop") && searchParams.has("hmac") ? "authorization" : "install";
}

/** The address that a request for `/` or `/install` leads to; null where it is the install page's. */
export function findEntryAddress(request: Request): string | null {
  const { search } = new URL(request.url);
  const entry = decideEntry(request);
  if (entry === "install") return null;
  return entry === "authorization" ? `/auth${search}` : `/dashboard${search}`;
}

/** True when the page is to stand in the platform's admin: the admin says so, or the browser does. */
export function isEmbeddedDocument(request: Request): boolean {
  const query = new URL(request.url).searchParams;
  return query.get("embedded") === "1" || isInAdmin(request);
}

/** A document in the admin's frame, or in Shopify's mobile apps, whose web view is no frame. */
export function isInAdmin({ headers }: Request): boolean {
  if (headers.get("Sec-Fetch-Dest") === "iframe") return true;
  return /Shopify (Mobile|POS)\//.test(headers.get("User-Agent") ?? "");
}
