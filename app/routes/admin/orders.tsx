import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { orderListQuery } from "#app/contracts/order.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readOrders } from "#app/flows/orders/read-orders.ts";
import { orderFilterOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { isOnlyDrawer } from "#app/ui/admin/orders/order-drawer.tsx";
import { OrdersPage } from "#app/ui/admin/orders/orders-page.tsx";

export const meta: MetaFunction = () => [{ title: "Orders" }];

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, orderListQuery);
  const { page, limit } = query;
  const [{ orders, total }, affiliate] = await Promise.all([
    readOrders(shopId, { ...orderFilterOf(query), page, limit }),
    query.affiliate === undefined ? null : readAffiliate(shop, query.affiliate),
  ]);
  return {
    orders: orders.map(orderToWire),
    pagination: { page, limit, total },
    timeZone: shop.timeZone,
    exportUrl: `/dashboard/orders.csv${new URL(request.url).search}`,
    affiliate: affiliate && !isRefusal(affiliate) ? affiliate.name : null,
  };
}

export function shouldRevalidate(asked: ShouldRevalidateFunctionArgs): boolean {
  return isOnlyDrawer(asked.currentUrl, asked.nextUrl) ? false : asked.defaultShouldRevalidate;
}

export default function Orders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Orders" message="Failed to fetch orders" />;
}
