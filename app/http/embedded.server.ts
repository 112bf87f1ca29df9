import { redirect } from "@remix-run/node";
import type { Session } from "@shopify/shopify-api";
import { enterEmbedded } from "#app/flows/shops/enter-embedded.ts";
import { staffActor } from "#app/flows/shops/know-staff.ts";
import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { authenticateAdmin } from "#app/shopify.server.ts";
import { errorResponse } from "./respond.ts";

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
  const url = new URL(request.url);
  const query = new URLSearchParams(url.searchParams);
  query.set("shopify-reload", url.toString());
  return redirect(`/auth/session-token?${query.toString()}`);
}

const underWay = new Map<string, Promise<Session>>();

/**
 * The staff member and shop of an embedded request. A first visit trades the session token for access tokens; the
 * loaders of one page come together and share that trade. Throws the library's responses (bounce, redirect, 401).
 */
export async function requireEmbedded(request: Request, asked: { proof: string; as: "page" | "api" }) {
  const session = await shareSession(request, asked);
  const user = session.onlineAccessInfo?.associated_user;
  if (!user) throw errorResponse(401, failed);
  const entry = { domain: session.shop, scopes: session.scope ?? "", user, now: now() };
  const { shop, member } = await enterEmbedded(entry);
  return { shop, actor: staffActor(member) };
}

async function shareSession(
  request: Request,
  { proof, as }: { proof: string; as: "page" | "api" },
): Promise<Session> {
  const key = `${new URL(request.url).pathname}\n${proof}`;
  let asking = underWay.get(key);
  if (!asking) {
    asking = authenticateAdmin(request)
      .then(({ session }) => session)
      .finally(() => underWay.delete(key));
    underWay.set(key, asking);
  }
  try {
    return await asking;
  } catch (thrown) {
    throw thrown instanceof Response ? readable(thrown, as) : thrown;
  }
}

/** Several callers may have waited: each gets a response whose body nobody has read. */
function readable(thrown: Response, as: "page" | "api"): Response {
  if (thrown.status >= 500) {
    log.warn("The platform granted no token", describeError(thrown.statusText));
    return errorResponse(503, "Shopify did not confirm who is asking. Please try again.");
  }
  if (as === "page" || thrown.status !== 401) return thrown.clone();
  // The headers tell the App Bridge to try again with a new session token.
  return errorResponse(401, failed, [], Object.fromEntries(thrown.headers));
}

/** Lets the library answer on its own pages; it throws the page as a response. */
export async function answerEmbeddedPage(request: Request): Promise<void> {
  try {
    await authenticateAdmin(request);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    log.warn("An embedded page was refused", describeError(thrown));
    throw errorResponse(400, "This address is not one to go to");
  }
}
