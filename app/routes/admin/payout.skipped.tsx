import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { skippedListQuery, skippedWire } from "#app/contracts/payout-skipped.ts";
import { payoutDetailWire } from "#app/contracts/payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { readPayoutDetail } from "#app/flows/payouts/read-payouts.ts";
import { readSkipped } from "#app/flows/payouts/read-skipped.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { payoutDetailInWords, skippedInWords } from "#app/http/payout-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { payoutText } from "#app/ui/admin/payouts/payout-text.ts";
import { SkippedPage } from "#app/ui/admin/payouts/skipped-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("payouts", t("titles.skipped"));

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const view = await readPayoutDetail(shopId, params["id"] ?? "");
  if (!view) throw data(payoutText("payout.missing"), { status: 404 });
  const { id: payoutId } = view.payout;
  const { page, limit, status: reason, search } = listQueryOf(request, skippedListQuery);
  const found = answered(await readSkipped(shopId, { payoutId, reason, search }, { page, limit }));
  return {
    payout: encode(payoutDetailWire, payoutDetailInWords(view.payout)),
    skipped: found.skipped.map((one) => encode(skippedWire, skippedInWords(one))),
    pagination: { page, limit, total: found.total },
    fault: addressFaultOf(request, skippedListQuery),
    timeZone: shop.timeZone,
  };
}

export default function Skipped() {
  return <SkippedPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={payoutText("skipped.page")} message={payoutText("skipped.failed")} />;
}
