import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { acceptInvitation } from "#app/flows/affiliates/accept-invitation.ts";
import { linkAction } from "#app/http/portal-entry.server.ts";
import { AcceptPage } from "#app/ui/portal/accept-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("accept.title"));

export async function action({ request }: ActionFunctionArgs) {
  return await linkAction(request, acceptInvitation);
}

export default function Accept() {
  return <AcceptPage />;
}
