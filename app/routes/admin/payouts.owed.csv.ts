import type { LoaderFunctionArgs } from "@remix-run/node";
import { owedCsvHead, owedCsvRow, owedQuery, owedToWire } from "#app/contracts/owed.ts";
import { readAllOwed } from "#app/flows/payouts/read-owed.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { owedAskedOf } from "#app/http/owed-wire.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** What is owed as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = owedAskedOf(listQueryOf(request, owedQuery));
  const day = asked.asOf === undefined ? "" : `-${asked.asOf}`;
  return csvResponse(`owed${day}.csv`, linesOf(shop, asked, requestTime()));
}

async function* linesOf(...asked: Parameters<typeof readAllOwed>) {
  yield csvLine(owedCsvHead);
  for await (const page of readAllOwed(...asked)) {
    yield page.map((one) => csvLine(owedCsvRow(owedToWire(one)))).join("");
  }
}
