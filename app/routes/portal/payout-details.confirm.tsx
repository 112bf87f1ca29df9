import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { confirmDetailsAction } from "#app/http/portal-door.server.ts";
import { ConfirmDetailsPage } from "#app/ui/portal/confirm-details-page.tsx";

export const meta: MetaFunction = () => [{ title: "Confirm your payout details" }];

export async function action({ request }: ActionFunctionArgs) {
  return await confirmDetailsAction(request);
}

export default function ConfirmDetails() {
  return <ConfirmDetailsPage />;
}
