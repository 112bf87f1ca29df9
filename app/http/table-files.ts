import { backtestFileQuery, type BacktestRowWire } from "#app/contracts/backtest.ts";
import { backtestCsvHead, backtestCsvRow, backtestToWire } from "#app/contracts/backtest-to-wire.ts";
import { signalCsvHead, signalCsvRows, type SignalPeriodWire, signalsWire } from "#app/contracts/signals.ts";
import { allStatementsQuery } from "#app/contracts/statement.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { readSignals } from "#app/flows/reports/read-signals.ts";
import { csvLine, csvResponse } from "./csv.ts";
import { parse } from "./parse.ts";
import type { requireShop } from "./require-shop.server.ts";
import { answered, refusalStatus } from "./respond.ts";
import { signalsQueryOf } from "./signals-query.ts";
import { allStatementsResponse } from "./statement-response.server.ts";

export type FileRequest = {
  readonly shop: Awaited<ReturnType<typeof requireShop>>["shop"];
  readonly request: Request;
  readonly now: Date;
};

/** A table of a backtest. */
export async function backtestFile({ shop, request, now }: FileRequest): Promise<Response> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const { id, table } = backtestFileQuery.parse(given);
  const found = answered(await readBacktest(shop.shopId, id, now));
  return csvResponse(`backtest-${table}.csv`, backtestLines(backtestToWire(found).result?.[table] ?? []));
}

// oxlint-disable-next-line typescript/require-await -- the file's writer takes lines as they come
async function* backtestLines(rows: readonly BacktestRowWire[]): AsyncGenerator<string> {
  yield csvLine(backtestCsvHead);
  for (const row of rows) yield csvLine(backtestCsvRow(row));
}

/** The attribution report: a line for each period and signal. */
export async function signalsFile({ shop, request, now }: FileRequest): Promise<Response> {
  const { query } = signalsQueryOf(request);
  const signals = answered(await readSignals(shop, query, now));
  return csvResponse("signals.csv", signalLines(encode(signalsWire, signals).periods));
}

async function* signalLines(periods: readonly SignalPeriodWire[]) {
  yield csvLine(signalCsvHead);
  for (const period of periods) yield signalCsvRows(period).map(csvLine).join("");
}

/** The statements of all affiliates for a month or some days. */
export async function statementsFile({ shop, request, now }: FileRequest): Promise<Response> {
  const query = parse(allStatementsQuery, Object.fromEntries(new URL(request.url).searchParams));
  const found = isRefusal(query) ? query : await allStatementsResponse(shop, query, now);
  return isRefusal(found) ? new Response(found.message, { status: refusalStatus(found) }) : found;
}
