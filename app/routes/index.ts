import { redirect } from "@remix-run/node";
import { findEntryAddress } from "#app/http/embedded.server.ts";

/** SPEC §2: `/` redirects to /install. Shopify opens the app here too, and its frame continues to the dashboard. */
export function loader({ request }: { request: Request }): Response {
  return redirect(findEntryAddress(request) ?? "/install");
}
