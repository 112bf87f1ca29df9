import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderCsvHead, orderCsvRow } from "#app/contracts/order-csv.ts";
import { orderListQuery } from "#app/contracts/order.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { type OrderView, readAllOrders } from "#app/flows/orders/read-orders.ts";
import { orderFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters and the amounts that it shows. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const filter = orderFilterOf(listQueryOf(request, orderListQuery), shop.timeZone);
  return await listFile("orders.csv", {
    head: orderCsvHead(filter.counted?.figure !== undefined),
    row: (one: OrderView) => orderCsvRow(orderToWire(one)),
    read: (take) => readAllOrders(shopId, filter, take),
  });
}
