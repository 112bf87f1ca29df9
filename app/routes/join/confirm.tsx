import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmAction } from "#app/http/join-entry.server.ts";
import { joinBrandOf, joinPageAt } from "#app/http/join-page.ts";
import { ConfirmPage } from "#app/ui/join/confirm-page.tsx";
import { robotsOf } from "#app/ui/join/robots.ts";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => [
  ...titleIn(matches, "join", (t) => t("confirm.title")),
  robotsOf(false),
];

/**
 * The token is in the query, not in the fragment, because the page works without JavaScript and the link opens no
 * session.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop } = await joinPageAt(params);
  return { brand: joinBrandOf(shop), token: new URL(request.url).searchParams.get("token") ?? "" };
}

export async function action({ request }: ActionFunctionArgs) {
  return await confirmAction(request);
}

export default function JoinConfirm() {
  return <ConfirmPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}
