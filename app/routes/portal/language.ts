import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { languageAction } from "#app/http/portal-language.server.ts";

export function loader(): Response {
  return redirect("/portal");
}

export async function action({ request }: ActionFunctionArgs) {
  return await languageAction(request);
}
