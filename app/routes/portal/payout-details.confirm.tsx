import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { confirmDetailsAction } from "#app/http/portal-entry.server.ts";
import { ConfirmDetailsPage } from "#app/ui/portal/confirm-details-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) =>
  titleIn(matches, "portal", (t) => t("confirmDetails.title"));

export async function action({ request }: ActionFunctionArgs) {
  return await confirmDetailsAction(request);
}

export default function ConfirmDetails() {
  return <ConfirmDetailsPage />;
}
