import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { personItemListQuery } from "#app/contracts/payout.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import { readItems } from "#app/flows/payouts/read-batches.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { PersonItemsPage } from "#app/ui/admin/payouts/person-items-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Payments that need a person" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { page, limit, status: person = "", method, search } = listQueryOf(request, personItemListQuery);
  const { items, total } = answered(await readItems(shopId, { person, method, search }, { page, limit }));
  return {
    items: items.map(payoutItemToWire),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, personItemListQuery),
    exportUrl: `/dashboard/payouts/person.csv${new URL(request.url).search}`,
    timeZone: shop.timeZone,
  };
}

export default function PersonItems() {
  return <PersonItemsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Payments that need a person" message="Failed to fetch the payments" />;
}
