import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { explanationToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { OrderPage } from "#app/ui/admin/orders/order-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Order ${data.explained.order.name}` : "Order" },
];

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const explained = await readExplanation(shopId, params["id"] ?? "");
  if (isRefusal(explained)) throw new Response(explained.message, { status: refusalStatus(explained) });
  return { explained: explanationToWire(explained), timeZone: shop.timeZone };
}

export default function Order() {
  return <OrderPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Order" message="Failed to fetch order" />;
}
