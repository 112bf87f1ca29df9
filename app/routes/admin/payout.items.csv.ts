import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutItemCsvHead, payoutItemCsvRow } from "#app/contracts/payout-csv.ts";
import { leftOutItemCsvRow, leftOutToWire } from "#app/contracts/payout-left-out.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { readPayout } from "#app/flows/payouts/read-batches.ts";
import { type BatchLine, readWholeBatch } from "#app/flows/payouts/read-whole-batch.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The payments of a batch as a file, all pages of them with the list's filters; then whom it left out, and why. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const batch = answered(await readPayout(shopId, params["id"] ?? ""));
  const { status, search } = listQueryOf(request, payoutItemListQuery);
  const { batchId, currency, method } = batch;
  return await listFile("payout-items.csv", {
    head: payoutItemCsvHead,
    row: ({ item, leftOut }: BatchLine) =>
      item
        ? payoutItemCsvRow(payoutItemToWire(item))
        : leftOutItemCsvRow(leftOutToWire(leftOut, currency), method),
    read: (take) => readWholeBatch(shopId, { batchId, status, search }, take),
  });
}
