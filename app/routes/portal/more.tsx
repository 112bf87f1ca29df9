import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { MorePage } from "#app/ui/portal/more-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "home", (t) => t("nav.more"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireAffiliate(request);
  const { name: shopName, contactEmail } = shopInfoOf(shop);
  return { shopName, contactEmail };
}

export default function More() {
  return <MorePage {...useLoaderData<typeof loader>()} />;
}
