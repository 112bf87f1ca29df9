import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderCsvHead, orderCsvRow } from "#app/contracts/order-csv.ts";
import { orderListQuery } from "#app/contracts/order.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readAllOrders } from "#app/flows/orders/read-orders.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { orderFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const filter = orderFilterOf(listQueryOf(request, orderListQuery), shop.timeZone);
  return csvResponse("orders.csv", linesOf(shopId, filter));
}

async function* linesOf(shopId: ShopId, filter: Parameters<typeof readAllOrders>[1]) {
  yield csvLine(orderCsvHead);
  for await (const page of readAllOrders(shopId, filter)) {
    yield page.map((order) => csvLine(orderCsvRow(orderToWire(order)))).join("");
  }
}
