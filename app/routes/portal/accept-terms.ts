import type { ActionFunctionArgs } from "@remix-run/node";
import { invitationTermsAction } from "#app/http/portal-entry.server.ts";

export async function action({ request }: ActionFunctionArgs) {
  return await invitationTermsAction(request);
}
