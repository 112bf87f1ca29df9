import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { portalOf } from "#app/http/portal-wire.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { PortalPage } from "#app/ui/portal/portal-page.tsx";

export const meta: MetaFunction = () => [{ title: "Your affiliate page" }];

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireAffiliate(request);
  return await portalOf(context, new URL(request.url).searchParams.get("cursor"));
}

export default function Portal() {
  return <PortalPage {...useLoaderData<typeof loader>()} />;
}
