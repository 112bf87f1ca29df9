import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownPayoutsOf } from "#app/http/portal-pages.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { OwnPayoutsPage } from "#app/ui/portal/own-payouts-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("payouts.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireAffiliate(request);
  return await ownPayoutsOf(context, new URL(request.url).searchParams.get("cursor"));
}

export default function OwnPayouts() {
  return <OwnPayoutsPage {...useLoaderData<typeof loader>()} />;
}
