import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { csvResponse } from "#app/http/csv.ts";
import { leftOutLines, payoutItemLines } from "#app/http/payout-items-csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The payments of a batch as a file, all pages of them with the list's filters; then whom it left out, and why. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const view = await readBatch(shopId, params["id"] ?? "");
  if (!view) throw new Response("There is no such payout", { status: 404 });
  const { batch } = view;
  const { status, search } = listQueryOf(request, payoutItemListQuery);
  const { batchId } = batch;
  return csvResponse("payout-items.csv", linesOf());

  async function* linesOf() {
    yield* payoutItemLines(shopId, { batchId, status, search });
    // Whoever asks for payments of one state does not ask for those who got none.
    if (status === undefined) yield* leftOutLines(shopId, batch, search);
  }
}
