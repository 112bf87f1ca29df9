import type { LoaderFunctionArgs } from "@remix-run/node";
import { backtestFileQuery, type BacktestRowWire } from "#app/contracts/backtest.ts";
import { backtestCsvHead, backtestCsvRow, backtestToWire } from "#app/contracts/backtest-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";

/** A table of a backtest as a file. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const { id, table } = backtestFileQuery.parse(given);
  const found = await readBacktest(shopId, id, requestTime());
  if (isRefusal(found)) throw new Response(found.message, { status: refusalStatus(found) });
  const rows = backtestToWire(found).result?.[table] ?? [];
  return csvResponse(`backtest-${table}.csv`, linesOf(rows));
}

// oxlint-disable-next-line typescript/require-await -- the file's writer takes lines as they come
async function* linesOf(rows: readonly BacktestRowWire[]): AsyncGenerator<string> {
  yield csvLine(backtestCsvHead);
  for (const row of rows) yield csvLine(backtestCsvRow(row));
}
