import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codeListQuery, codeWire } from "#app/contracts/code.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCodes, readDiscount } from "#app/flows/codes/read-codes.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { codeFilterOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { CodesPage } from "#app/ui/admin/codes/codes-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("codes");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, codeListQuery);
  const { page, limit } = query;
  const [{ codes, total }, affiliate, discount] = await Promise.all([
    readCodes(shop, { ...codeFilterOf(query), page, limit }).then(answered),
    chosenAffiliate(shop, query.affiliate),
    query.discount === undefined ? null : readDiscount(shop, query.discount),
  ]);
  return {
    codes: codes.map((one) => encode(codeWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, codeListQuery),
    timeZone: shop.timeZone,
    affiliate,
    discount: discount && (isRefusal(discount) ? "an unknown discount" : discount.title),
  };
}

export default function Codes() {
  return <CodesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("codes");
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
