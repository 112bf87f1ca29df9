import { recordEmbedSeen } from "#app/flows/storefront/record-seen.ts";
import { recordVisit } from "#app/flows/tracking/record-visit.ts";
import { proxyEntry } from "#app/http/proxy-entry.ts";
import { errorResponse, json } from "#app/http/respond.ts";
import { shopperPatienceMs, visitPurpose } from "#app/http/visitor.ts";

/**
 * The storefront reports, through Shopify's app proxy, a landing whose URL names an affiliate without a signed click.
 * Answers the click's signed id, or null if the URL names no affiliate. Like a click it waits only briefly for the
 * database. Without an answer, the embed asks again.
 */
export const loader = proxyEntry(async ({ request, shopDomain, query, address, now }) => {
  const click = await recordVisit({
    shopDomain,
    landing: `${pathOf(query.get("path"))}?${query.get("query") ?? ""}`,
    referrer: referrerOf(query.get("from")),
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 500),
    address,
    purpose: visitPurpose(request.method, request.headers),
    now,
    patienceMs: shopperPatienceMs,
  });
  if (click === undefined) {
    return errorResponse(503, { code: "try_again_later" }, [], { "Retry-After": "60" });
  }
  const heard = await recordEmbedSeen(shopDomain, { now, patienceMs: shopperPatienceMs });
  return heard === "no-app" ? errorResponse(404, { code: "app_not_installed" }) : json({ click });
});

/** The embed only sends GET requests. */
export function action(): Response {
  return errorResponse(405, { code: "method_not_allowed", allowed: "GET" }, [], { Allow: "GET" });
}

/** A path of the store. Anything else becomes its home page. */
function pathOf(text: string | null): string {
  return text !== null && /^\/(?![/\\])[^?#]{0,500}$/.test(text) ? text : "/";
}

/** The embed sends the host only. */
function referrerOf(host: string | null): string {
  return host !== null && /^[\w.-]{1,253}(:\d{1,5})?$/.test(host) ? `https://${host}/` : "";
}
