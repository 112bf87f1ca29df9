import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { foreignForm, foreignListQuery, foreignToWire } from "#app/contracts/foreign-referral.ts";
import { readForeignReferrals } from "#app/flows/links/foreign-referrals.ts";
import { chosenAffiliate } from "#app/http/chosen-affiliate.ts";
import { changeForeign } from "#app/http/foreign-change.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { maxPastedBytes } from "#app/http/read-body.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { ForeignPage } from "#app/ui/admin/links/foreign-page.tsx";

export const meta: MetaFunction = () => [{ title: "Links of other systems" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { page, limit, search, affiliate: affiliateId } = listQueryOf(request, foreignListQuery);
  const [{ referrals, total }, affiliate] = await Promise.all([
    readForeignReferrals(shopId, { filter: { affiliateId, search }, page, limit }).then(answered),
    chosenAffiliate(shop, affiliateId),
  ]);
  return {
    referrals: referrals.map(foreignToWire),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, foreignListQuery),
    timeZone: shop.timeZone,
    exportUrl: `/dashboard/foreign-referrals.csv${new URL(request.url).search}`,
    affiliate,
  };
}

/** The forms of the page, told apart by `intent`. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    foreignForm,
    (input) => orFailed("Failed to save the parameters", () => changeForeign(input)),
    { mostBytes: maxPastedBytes },
  );
}

export default function ForeignReferrals() {
  return <ForeignPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Links of other systems" message="Failed to fetch parameters" />;
}
