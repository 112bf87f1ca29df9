import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutItemCsvHead, payoutItemCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readAllItems, readBatch } from "#app/flows/payouts/read-batches.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The payments of a batch as a file: all pages of them, with the list's filters. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const view = await readBatch(shopId, params["id"] ?? "");
  if (!view) throw new Response("There is no such payout", { status: 404 });
  const { status, search } = listQueryOf(request, payoutItemListQuery);
  const filter = { batchId: view.batch.batchId, status, search };
  return csvResponse("payout-items.csv", linesOf(shopId, filter));
}

async function* linesOf(shopId: ShopId, filter: Parameters<typeof readAllItems>[1]) {
  yield csvLine(payoutItemCsvHead);
  for await (const page of readAllItems(shopId, filter)) {
    yield page.map((one) => csvLine(payoutItemCsvRow(payoutItemToWire(one)))).join("");
  }
}
