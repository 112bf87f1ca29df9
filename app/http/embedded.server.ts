import { redirect } from "@remix-run/node";
import type { Session } from "@shopify/shopify-api";
import { isShopDomain, shopHandle } from "#app/domain/shop-domain.ts";
import { noteTokenAccepted, noteTokenRefused } from "#app/flows/health/note-token.ts";
import { findTokenFault } from "#app/flows/health/token-fault.ts";
import { enterEmbedded } from "#app/flows/shops/enter-embedded.ts";
import { staffActor } from "#app/flows/shops/know-staff.ts";
import { appAddress, isAppAddress } from "#app/platform/app-address.server.ts";
import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { authenticateAdmin } from "#app/shopify.server.ts";
import { setupFault } from "#app/contracts/setup-fault.ts";
import { errorResponse, json } from "./respond.ts";

const failed = "Authentication failed. Please install the app again.";

/**
 * What in this request speaks of the embedded admin: a session token of the platform (three parts, where ours has
 * two), or the query with which the admin opens its frame. Null where nothing does.
 */
export function findEmbeddedProof(request: Request): string | null {
  const header = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (header !== undefined) return header.split(".").length === 3 ? header : null;
  if (request.headers.has("Authorization")) return null;
  const { searchParams } = new URL(request.url);
  const isFrame = searchParams.get("embedded") === "1" || searchParams.has("id_token");
  return isFrame || (searchParams.has("host") && searchParams.has("shop")) ? searchParams.toString() : null;
}

/** Sends a framed document to the page that fetches a session token and comes back with it. */
export function bounceToAppBridge(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams(search);
  query.set("shopify-reload", appAddress(`${pathname}${search}`));
  return redirect(`/auth/session-token?${query.toString()}`);
}

/** What the library threw, taken down so that each of several waiting loaders can have a response of its own. */
type Refused = { status: number; statusText: string; headers: Headers; body: string | null };

const underWay = new Map<string, Promise<Session | Refused>>();

/**
 * The staff member and shop of an embedded request. A first visit trades the session token for access tokens; the
 * loaders of one page come together and share that trade. Throws the library's responses (bounce, redirect, 401).
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
 * A page inside the frame that was loaded anew has no query: it comes back from the bounce page with nothing but its
 * session token. That names the shop, so the address is completed from it; the library then checks the token itself.
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

/** A page that a new token cannot help says so: sent for one, it would be loaded again and again. */
function refusalOf(
  refused: Refused,
  request: Request,
  asked: { proof: string; as: "page" | "api" },
): Response {
  const token = asked.proof.includes("=") ? new URLSearchParams(asked.proof).get("id_token") : asked.proof;
  // A page without its shop is completed first: the frame holds no page of no shop.
  if (token === null || completedAddress(request) !== null) return responseOf(refused, asked.as);
  const bouncedAt = new URL(request.url).searchParams.get(bounceMark);
  const fault = findTokenFault(token, now(), bouncedAt === null ? null : new Date(Number(bouncedAt)));
  if (fault === null) return responseOf(withBounceMark(refused), asked.as);
  void noteTokenRefused(fault, now(), proxiesOf(request));
  return asked.as === "page" ? json(setupFault, 503) : responseOf(refused, asked.as);
}

/** Names in the address when the page was sent for a new token last. */
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

/** How many addresses proxies have written down before this process. */
export function proxiesOf(request: Request): number {
  return request.headers.get("X-Forwarded-For")?.split(",").length ?? 0;
}

function responseOf({ body, ...refused }: Refused, as: "page" | "api"): Response {
  if (refused.status >= 500) {
    log.warn("The platform granted no token", { status: refused.status });
    return errorResponse(503, "Shopify did not confirm who is asking. Please try again.");
  }
  if (as === "page" || refused.status !== 401) return new Response(body, refused);
  // The headers tell the App Bridge to try again with a new session token.
  return errorResponse(401, failed, [], Object.fromEntries(refused.headers));
}

/**
 * Lets the library answer on its own pages; it throws the page as a response. The page between comes back with a
 * fresh session token in the address: it may come back to us alone.
 */
export async function answerEmbeddedPage(request: Request): Promise<void> {
  const back = new URL(request.url).searchParams.get("shopify-reload");
  if (back !== null && !isAppAddress(back)) {
    throw errorResponse(400, "This address is not one to go to");
  }
  try {
    await authenticateAdmin(request);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    log.warn("An embedded page was refused", describeError(thrown));
    throw errorResponse(400, "This address is not one to go to");
  }
}
