import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { errorResponse } from "#app/http/respond.ts";

/** SPEC §2: any other path redirects to /not-found. API clients get a readable 404. */
function redirectUnknown({ request }: LoaderFunctionArgs): Response {
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.startsWith("/api/")) return errorResponse(404, { code: "unknown_resource" });
  if (/^\/portal(\/|$)/.test(pathname)) return redirect("/not-found?portal=1");
  // Inside Shopify's admin the query says which shop's admin may frame the page.
  return redirect(searchParams.get("embedded") === "1" ? `/not-found${search}` : "/not-found");
}

export const loader = redirectUnknown;
export const action = redirectUnknown;
