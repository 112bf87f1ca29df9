import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backtestToWire } from "#app/contracts/backtest-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { BacktestPage } from "#app/ui/admin/backtests/backtest-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Backtest of ${data.program}` : "Backtest" },
];

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const [program, backtest] = await Promise.all([
    readProgram(shop, params["id"] ?? ""),
    readBacktest(shopId, params["backtestId"] ?? "", requestTime()),
  ]);
  if (isRefusal(program)) throw new Response(program.message, { status: refusalStatus(program) });
  if (isRefusal(backtest)) throw new Response(backtest.message, { status: refusalStatus(backtest) });
  if (backtest.programId !== program.programId) {
    throw new Response("There is no such backtest", { status: 404 });
  }
  return { backtest: backtestToWire(backtest), program: program.name, timeZone: shop.timeZone };
}

export default function Backtest() {
  return <BacktestPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Backtest" message="Failed to fetch backtest" />;
}
