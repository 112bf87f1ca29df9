import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { applyAction } from "#app/http/join-entry.server.ts";
import { joinPageAt, joinPageContent } from "#app/http/join-page.ts";
import { requestTime } from "#app/http/request-time.ts";
import { JoinPage } from "#app/ui/join/join-page.tsx";
import { robotsOf } from "#app/ui/join/robots.ts";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown, matches }) => [
  ...titleIn(matches, "join", (t) => t("page.title", { shop: shown?.brand.name ?? "" })),
  robotsOf(shown?.isIndexable ?? false),
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return await joinPageContent(await joinPageAt(params), request, requestTime());
}

export async function action({ request, params }: ActionFunctionArgs) {
  return await applyAction(request, params);
}

export default function JoinProgram() {
  return <JoinPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}
