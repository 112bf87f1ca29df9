import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { discountListQuery, discountWire } from "#app/contracts/discount.ts";
import { encode } from "#app/contracts/wire.ts";
import { readDiscounts } from "#app/flows/codes/read-codes.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { wordedDiscount } from "#app/http/code-batches.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { DiscountsPage } from "#app/ui/admin/codes/discounts-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("discounts", "codes");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const { page, limit, status, search } = listQueryOf(request, discountListQuery);
  const { discounts, total } = answered(await readDiscounts(shop, { page, limit, status, search }));
  return {
    discounts: discounts.map((one) => encode(discountWire, wordedDiscount(one))),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, discountListQuery),
    timeZone: shop.timeZone,
  };
}

export default function Discounts() {
  return <DiscountsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("codes");
  return <FetchFault title={t("discounts.title")} message={t("discounts.failed")} />;
}
