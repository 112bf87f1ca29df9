import { redirect } from "@remix-run/node";
import { findEntryAddress } from "#app/http/embedded.server.ts";

/** SPEC §2: `/` leads to /install. The platform opens the app here too: its frame goes on to the dashboard. */
export function loader({ request }: { request: Request }): Response {
  return redirect(findEntryAddress(request) ?? "/install");
}
