import { redirect } from "@remix-run/node";
import { entryOf } from "#app/http/install-door.server.ts";

/** SPEC §2: `/` leads to /install. The platform opens the app here too: its frame goes on to the dashboard. */
export function loader({ request }: { request: Request }): Response {
  const { search } = new URL(request.url);
  const entry = entryOf(request);
  if (entry === "embedded") return redirect(`/dashboard${search}`);
  return redirect(entry === "listing" ? `/auth${search}` : "/install");
}
