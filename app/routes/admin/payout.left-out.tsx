import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { leftOutListQuery, leftOutToWire } from "#app/contracts/payout-left-out.ts";
import { payoutDetailToWire } from "#app/contracts/payout-to-wire.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { readLeftOut } from "#app/flows/payouts/read-left-out.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { LeftOutPage } from "#app/ui/admin/payouts/left-out-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Left out" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shopId } = await requireShop(request, { as: "page" });
  const view = await readBatch(shopId, params["id"] ?? "");
  if (!view) throw data("There is no such payout", { status: 404 });
  const { batchId, currency } = view.batch;
  const { page, limit, status: reason, search } = listQueryOf(request, leftOutListQuery);
  const { rows, total } = answered(await readLeftOut(shopId, { batchId, reason, search }, { page, limit }));
  return {
    payout: payoutDetailToWire(view),
    leftOut: rows.map((one) => leftOutToWire(one, currency)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, leftOutListQuery),
    exportUrl: `/dashboard/payouts/${batchId}/left-out.csv${new URL(request.url).search}`,
  };
}

export default function LeftOut() {
  return <LeftOutPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Left out" message="Failed to fetch who was left out" />;
}
