import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notificationsAction, readNotifications } from "#app/http/notifications.server.ts";
import { NotificationsPage } from "#app/ui/portal/notifications-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) =>
  titleIn(matches, "portal", (t) => t("notifications.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  return { frequency: await readNotifications(request) };
}

export async function action({ request }: ActionFunctionArgs) {
  return await notificationsAction(request);
}

export default function Notifications() {
  const { frequency } = useLoaderData<typeof loader>();
  return <NotificationsPage frequency={frequency} answer={useActionData<typeof action>() ?? null} />;
}
