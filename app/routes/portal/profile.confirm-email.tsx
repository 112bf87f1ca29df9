import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { confirmEmailAction } from "#app/http/portal-entry.server.ts";
import { ConfirmEmailPage } from "#app/ui/portal/confirm-email-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "home", (t) => t("confirmEmail.title"));

export async function action({ request }: ActionFunctionArgs) {
  return await confirmEmailAction(request);
}

export default function ConfirmEmail() {
  return <ConfirmEmailPage />;
}
