import type { LoaderFunctionArgs } from "@remix-run/node";
import { owedCsvHead, owedCsvRow, owedQuery, owedToWire } from "#app/contracts/owed.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type OwedView, readAllOwed } from "#app/flows/payouts/read-owed.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { owedAskedOf } from "#app/http/owed-wire.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { refusalResponse } from "#app/http/respond.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** What is owed as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = owedAskedOf(listQueryOf(request, owedQuery));
  const day = asked.asOf === undefined ? "" : `-${asked.asOf}`;
  const pages = readAllOwed(shop, asked, requestTime());
  // What cannot be read in time is said before anything is sent.
  const { value: first } = await pages.next();
  if (isRefusal(first)) return refusalResponse(first);
  return csvResponse(`owed${day}.csv`, linesOf(first ?? [], pages));
}

async function* linesOf(first: readonly OwedView[], others: ReturnType<typeof readAllOwed>) {
  yield csvLine(owedCsvHead) + textOf(first);
  for await (const page of others) {
    // Half a file that looks whole would be worse than a download that breaks off.
    if (isRefusal(page)) throw new Error(page.message);
    yield textOf(page);
  }
}

const textOf = (rows: readonly OwedView[]): string =>
  rows.map((one) => csvLine(owedCsvRow(owedToWire(one)))).join("");
