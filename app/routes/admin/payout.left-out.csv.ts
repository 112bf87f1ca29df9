import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  leftOutCsvHead,
  leftOutCsvRow,
  leftOutListQuery,
  leftOutToWire,
} from "#app/contracts/payout-left-out.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { readAllLeftOut } from "#app/flows/payouts/read-left-out.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** Whom a batch left out as a file: all pages of them, with the list's filters. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const view = await readBatch(shopId, params["id"] ?? "");
  if (!view) throw new Response("There is no such payout", { status: 404 });
  const { batchId, currency } = view.batch;
  const { status: reason, search } = listQueryOf(request, leftOutListQuery);
  const pages = readAllLeftOut(shopId, { batchId, reason, search });
  return csvResponse("left-out.csv", linesOf(pages, currency));
}

async function* linesOf(pages: ReturnType<typeof readAllLeftOut>, currency: string) {
  yield csvLine(leftOutCsvHead);
  for await (const page of pages) {
    yield page.map((one) => csvLine(leftOutCsvRow(leftOutToWire(one, currency)))).join("");
  }
}
