import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { limits } from "#app/http/limits.ts";
import {
  machineEntry,
  shopperPage,
  shopperPatienceMs,
  visitorAddress,
  visitPurpose,
} from "#app/http/visitor.ts";

/** An affiliate's link: records the click and redirects the visitor to the store. */
export const loader = machineEntry(async ({ request, params, now }) => {
  const address = visitorAddress(request.headers);
  // Above the rate limit, visitors are redirected but not recorded.
  const isFlood = address !== "" && limits.clicks(address, now.getTime()) > 0;
  const location = await recordClick({
    code: params["code"] ?? "",
    query: new URL(request.url).search.slice(1),
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 500),
    address,
    referrer: request.headers.get("Referer") ?? "",
    purpose: isFlood ? "look-only" : visitPurpose(request.method, request.headers),
    now,
    patienceMs: shopperPatienceMs,
  });
  const headers = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer-when-downgrade" };
  const page = shopperPage(location);
  if (page) return new Response(page.body, { status: page.status, headers: { ...headers, ...page.headers } });
  return new Response(null, { status: 302, headers: { ...headers, Location: location ?? "" } });
});
