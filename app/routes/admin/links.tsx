import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { linkListQuery, linkWire } from "#app/contracts/link.ts";
import { encode } from "#app/contracts/wire.ts";
import { readLinks } from "#app/flows/links/read-links.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { linkFilterOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { LinksPage } from "#app/ui/admin/links/links-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("links");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, linkListQuery);
  const { page, limit } = query;
  const [{ links, total }, affiliate] = await Promise.all([
    readLinks(shop, { filter: linkFilterOf(query), page, limit }).then(answered),
    chosenAffiliate(shop, query.affiliate),
  ]);
  return {
    links: links.map((one) => encode(linkWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, linkListQuery),
    timeZone: shop.timeZone,
    affiliate,
  };
}

export default function Links() {
  return <LinksPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("links");
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
