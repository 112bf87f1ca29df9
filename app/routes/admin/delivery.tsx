import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deliveryWire, orderNamedIn } from "#app/contracts/delivery.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readFailedDelivery } from "#app/flows/intake/failed-deliveries.ts";
import { deliveryNameOf } from "#app/http/delivery-id.ts";
import { deliveryWords } from "#app/http/stored-failures.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { DeliveryPage } from "#app/ui/admin/settings/delivery-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("health", t("titles.delivery"));

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const name = deliveryNameOf(params["id"] ?? "");
  const found = isRefusal(name) ? name : await readFailedDelivery(shopId, name, orderNamedIn);
  if (isRefusal(found)) throw refusalPage(found);
  return { delivery: encode(deliveryWire, deliveryWords(found)), timeZone: shop.timeZone };
}

export default function Delivery() {
  return <DeliveryPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.delivery")} />;
}
