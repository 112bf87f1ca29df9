import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backtestListQuery, namedBacktestWire } from "#app/contracts/backtest.ts";
import { encode } from "#app/contracts/wire.ts";
import { readBacktestsOfShop } from "#app/flows/backtests/read-backtests.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { runWords } from "#app/http/stored-failures.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { BacktestListPage } from "#app/ui/admin/backtests/backtest-list-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction = () => pageTitle("backtests", "programs");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { page, limit } = listQueryOf(request, backtestListQuery);
  const { backtests, total } = await readBacktestsOfShop(context, { page, limit }).then(answered);
  return {
    backtests: backtests.map((one) => encode(namedBacktestWire, runWords(one))),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, backtestListQuery),
    timeZone: context.shop.timeZone,
  };
}

export default function BacktestsOfShop() {
  return <BacktestListPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.backtests")} />;
}
