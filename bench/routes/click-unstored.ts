import type { ClickId } from "#app/domain/ids.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { limits } from "#app/http/limits.ts";
import { machineEntry, visitorAddress } from "#app/http/visitor.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";

/** The click endpoint without storing: looks the code up, signs the click and redirects. */
export const loader = machineEntry(async ({ request, params, now }) => {
  const address = visitorAddress(request.headers);
  limits.clicks(address, now.getTime());
  const location = await recordClick({
    code: params["code"] ?? "",
    query: new URL(request.url).searchParams,
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 500),
    address,
    referrer: request.headers.get("Referer") ?? "",
    purpose: "look-only",
    now,
  });
  if (location === null) return new Response(null, { status: 404 });
  const signed = new URL(location);
  signed.searchParams.set("aff_click", signClick("shp_bench", newId<ClickId>("clk", now)));
  const headers = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer-when-downgrade" };
  return new Response(null, { status: 302, headers: { ...headers, Location: signed.href } });
});
