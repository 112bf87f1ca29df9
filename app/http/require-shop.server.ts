import { redirect } from "@remix-run/node";
import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { identify, type Identity } from "#app/flows/shops/identify.ts";
import { now } from "#app/platform/clock.ts";
import { bounceToAppBridge, findEmbeddedProof, requireEmbedded } from "./embedded.server.ts";
import { decideEntry } from "./entry-decision.server.ts";
import { errorResponse } from "./respond.ts";
import { isOwnOrigin, readSessionCookie } from "./cookies.server.ts";

/** Who asks, on which shop, with which right, and by which door they came. */
export type ShopContext = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly shop: Identity["shop"];
  readonly actor: Actor;
  readonly scope: "read" | "write";
  readonly via: "embedded" | "bearer" | "cookie";
};

type Asked = { as: "page" | "api"; need?: "read" | "write" };

/** SPEC §8: what a 401 and a 403 say. */
export const authenticationFailed = "Authentication failed. Please install the app again.";
const accessDenied = "Access denied. Please check your permissions.";

/**
 * The one way to know a merchant: the platform's session token (embedded admin), then our bearer token, then our
 * cookie. A proof that does not hold is never replaced by a weaker one. Throws a response: for the API a 401 or 403
 * in JSON, for a page the way to /install, inside the admin's frame the library's own answer.
 */
export async function requireShop(request: Request, asked: Asked): Promise<ShopContext> {
  const context = await findContext(request, asked.as);
  const { need = "read" } = asked;
  if (need === "write" && context.scope !== "write") throw errorResponse(403, accessDenied);
  if (context.via === "cookie" && changesState(request) && !isOwnOrigin(request)) {
    throw errorResponse(403, "This request came from another site");
  }
  return context;
}

/** Whether what proved who asks would prove it again now, for that shop: of a request whose answer has not ended. */
export async function mayStillRead(request: Request, shopId: ShopId): Promise<boolean> {
  try {
    return (await findContext(request, "api")).shopId === shopId;
  } catch (thrown) {
    if (thrown instanceof Response) return false;
    throw thrown;
  }
}

async function findContext(request: Request, as: Asked["as"]): Promise<ShopContext> {
  const proof = findEmbeddedProof(request);
  if (proof) {
    const { shop, actor } = await requireEmbedded(request, { proof, as });
    return contextOf({ shop, actor, scope: "write" }, "embedded");
  }
  const bearer = readBearer(request);
  if (bearer !== null) {
    const identity = await identify(bearer, now());
    if (!identity) throw refuseUnknown(request, as);
    return contextOf(identity, "bearer");
  }
  const cookie = readSessionCookie(request);
  const identity = cookie === null ? null : await identify(cookie, now());
  if (!identity) throw refuseUnknown(request, as);
  return contextOf(identity, "cookie");
}

function contextOf(
  { shop, actor, scope }: Omit<Identity, "expiresAt">,
  via: ShopContext["via"],
): ShopContext {
  return { shopId: shop.shopId, domain: shop.domain, shop, actor, scope, via };
}

/** The token of `Authorization: Bearer`; empty text where the header says something else. */
export function readBearer(request: Request): string | null {
  const header = request.headers.get("Authorization");
  if (header === null) return null;
  return /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? "";
}

function changesState(request: Request): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}

function refuseUnknown(request: Request, as: Asked["as"]): Response {
  if (as === "api") {
    return errorResponse(401, authenticationFailed, [], { "WWW-Authenticate": "Bearer" });
  }
  if (decideEntry(request) === "app-bridge") return bounceToAppBridge(request);
  return redirect("/install", { headers: { Vary: "Authorization, Cookie", "Cache-Control": "no-store" } });
}
