import { redirect } from "@remix-run/node";
import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { identify, type Identity } from "#app/flows/shops/identify.ts";
import { now } from "#app/platform/clock.ts";
import { bounceToAppBridge, decideEntry, findEmbeddedProof, requireEmbedded } from "./embedded.server.ts";
import { errorResponse } from "./respond.ts";
import { isOwnOrigin, readSessionCookie } from "./cookies.server.ts";

/** The authenticated caller: shop, person or key, scope, and how they authenticated. */
export type ShopContext = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly shop: Identity["shop"];
  readonly actor: Actor;
  readonly scope: "read" | "write";
  readonly via: "embedded" | "bearer" | "cookie";
  /** Time of the request, for everything that it changes. */
  readonly now: Date;
};

type RequireShopInput = { as: "page" | "api"; need?: "read" | "write" };

/** SPEC §8: messages of 401 and 403. */
export const authenticationFailed = { code: "authentication_failed" } as const;
const accessDenied = { code: "access_denied" } as const;

/**
 * The only authentication of merchants: the platform's session token (embedded admin), then our bearer token,
 * then our cookie. If one is present but invalid, weaker ones are not tried. Throws a response: 401 or 403 as
 * JSON for the API, a redirect to /install for a page, the library's own answer inside the admin's frame.
 */
export async function requireShop(request: Request, asked: RequireShopInput): Promise<ShopContext> {
  const context = await findContext(request, asked.as);
  const { need = "read" } = asked;
  if (need === "write" && context.scope !== "write") throw errorResponse(403, accessDenied);
  if (context.via === "cookie" && changesState(request) && !isOwnOrigin(request)) {
    throw errorResponse(403, { code: "foreign_request" });
  }
  return context;
}

/** True while the request's credentials are valid for this shop. For responses that stay open. */
export async function mayStillRead(request: Request, shopId: ShopId): Promise<boolean> {
  try {
    return (await findContext(request, "api")).shopId === shopId;
  } catch (thrown) {
    if (thrown instanceof Response) return false;
    throw thrown;
  }
}

async function findContext(request: Request, as: RequireShopInput["as"]): Promise<ShopContext> {
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
  return { shopId: shop.shopId, domain: shop.domain, shop, actor, scope, via, now: now() };
}

/** The token of `Authorization: Bearer`. '' when the header has another form, null without a header. */
export function readBearer(request: Request): string | null {
  const header = request.headers.get("Authorization");
  if (header === null) return null;
  return /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? "";
}

function changesState(request: Request): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}

function refuseUnknown(request: Request, as: RequireShopInput["as"]): Response {
  if (as === "api") {
    return errorResponse(401, authenticationFailed, [], { "WWW-Authenticate": "Bearer" });
  }
  if (decideEntry(request) === "app-bridge") return bounceToAppBridge(request);
  return redirect("/install", { headers: { Vary: "Authorization, Cookie", "Cache-Control": "no-store" } });
}
