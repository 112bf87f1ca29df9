import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownOrdersOf } from "#app/http/portal-pages.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { OwnOrdersPage } from "#app/ui/portal/own-orders-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "home", (t) => t("orders.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireAffiliate(request);
  return await ownOrdersOf(context, new URL(request.url).searchParams.get("cursor"));
}

export default function OwnOrders() {
  return <OwnOrdersPage {...useLoaderData<typeof loader>()} />;
}
