import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { joinBrandOf } from "#app/http/join-page.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { PortalFrame } from "#app/ui/portal/portal-frame.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireAffiliate(request);
  return { brand: joinBrandOf(shop) };
}

/** The store's name and logo do not change within a document. */
export const shouldRevalidate = () => false;

export default function Frame() {
  return (
    <PortalFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </PortalFrame>
  );
}
