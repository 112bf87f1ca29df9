import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { endAffiliateSession } from "#app/http/require-affiliate.server.ts";

export function loader(): Response {
  return redirect("/portal");
}

export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  return await endAffiliateSession(request);
}
