import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { payoutItemsCsv } from "#app/http/payout-items-csv.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The payments of a batch as a file: all pages of them, with the list's filters. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const view = await readBatch(shopId, params["id"] ?? "");
  if (!view) throw new Response("There is no such payout", { status: 404 });
  const { status, search } = listQueryOf(request, payoutItemListQuery);
  return payoutItemsCsv("payout-items.csv", shopId, { batchId: view.batch.batchId, status, search });
}
