import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { orderListQuery } from "#app/contracts/order.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { readOrders } from "#app/flows/orders/read-orders.ts";
import { chosenAffiliate } from "#app/http/chosen-affiliate.ts";
import { orderFilterOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { isOnlyDrawer } from "#app/ui/shared/drawer-address.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { OrdersPage } from "#app/ui/admin/orders/orders-page.tsx";

export const meta: MetaFunction = () => [{ title: "Orders" }];

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, orderListQuery);
  const { page, limit } = query;
  const [{ orders, total }, affiliate] = await Promise.all([
    readOrders(shopId, { ...orderFilterOf(query, shop.timeZone), page, limit }),
    chosenAffiliate(shop, query.affiliate),
  ]);
  return {
    orders: orders.map(orderToWire),
    pagination: { page, limit, total },
    timeZone: shop.timeZone,
    exportUrl: `/dashboard/orders.csv${new URL(request.url).search}`,
    affiliate,
  };
}

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  return isOnlyDrawer(currentUrl.search, nextUrl.search) ? false : defaultShouldRevalidate;
}

export default function Orders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Orders" message="Failed to fetch orders" />;
}
