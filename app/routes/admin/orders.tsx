import { messageOf } from "#app/i18n/fault-words.ts";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { type OrderListQuery, orderListQuery, orderWire } from "#app/contracts/order.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import { columnLabel } from "#app/i18n/report-words.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOrders } from "#app/flows/orders/read-orders.ts";
import { appliedFilters, chosenAffiliate } from "#app/http/applied-filters.ts";
import { orderInWords, writerFor } from "#app/http/explained.ts";
import { filterDaysOf, orderFilterOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { isOnlyDrawer } from "#app/ui/shared/drawer-address.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { OrdersPage } from "#app/ui/admin/orders/orders-page.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("orders");

const t = merchantText("orders");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, orderListQuery);
  const { page, limit } = query;
  const { affiliate: _own, ...narrowing } = reportFilterOf(query);
  const [found, affiliate, applied] = await Promise.all([
    readOrders(shopId, { ...orderFilterOf(query, shop.timeZone), page, limit }),
    chosenAffiliate(shop, query.affiliate),
    appliedFilters(shop, narrowing),
  ]);
  const words = writerFor(request, shop);
  const { orders, total } = isRefusal(found) ? { orders: [], total: 0 } : found;
  return {
    orders: orders.map((one) => encode(orderWire, orderInWords(one, words))),
    pagination: { page, limit, total },
    timeZone: shop.timeZone,
    affiliate,
    figure: query.figure ?? null,
    applied: [...applied, ...figureChips(query)],
    filterDays: filterDaysOf(query, shop.timeZone, now),
    late: isRefusal(found) ? messageOf(found.reason) : null,
    fault: addressFaultOf(request, orderListQuery),
  };
}

/** Chips of the filters that a report's figure sets. */
function figureChips({ figure, currency, share }: OrderListQuery) {
  return [
    ...(figure
      ? [{ field: "figure", value: figure, label: t("list.chips.figure", { figure: columnLabel(figure) }) }]
      : []),
    ...(share ? [{ field: "share", value: share, label: t("list.chips.share") }] : []),
    ...(currency
      ? [{ field: "currency", value: currency, label: t("list.chips.currency", { currency }) }]
      : []),
  ];
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
  return <FetchFault title={t("list.title")} message={t("list.failedAll")} />;
}
