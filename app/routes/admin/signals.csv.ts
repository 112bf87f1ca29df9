import type { LoaderFunctionArgs } from "@remix-run/node";
import { signalCsvHead, signalCsvRows, type SignalPeriodWire } from "#app/contracts/signals.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { signalsOf, signalsQueryOf } from "#app/http/signals-wire.ts";

/** What the page shows as a file: a line for each period and signal. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const { query } = signalsQueryOf(request);
  const { periods } = answered(await signalsOf(shop, query, requestTime()));
  return csvResponse("signals.csv", linesOf(periods));
}

async function* linesOf(periods: readonly SignalPeriodWire[]) {
  yield csvLine(signalCsvHead);
  for (const period of periods) yield signalCsvRows(period).map(csvLine).join("");
}
