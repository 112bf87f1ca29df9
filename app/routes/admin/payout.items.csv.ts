import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutItemCsvHead, payoutItemCsvRow } from "#app/contracts/payout-csv.ts";
import { leftOutItemCsvRow, leftOutToWire } from "#app/contracts/payout-left-out.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type BatchLine, readBatch, readPayout, readWholeBatch } from "#app/flows/payouts/read-batches.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The payments of a payout with whom it skipped, or those of one section, as a file with the list's filters. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const of = answered(await fileOf(shopId, params["id"] ?? ""));
  const { status, search } = listQueryOf(request, payoutItemListQuery);
  return await listFile("payout-items.csv", {
    head: payoutItemCsvHead,
    row: ({ item, leftOut }: BatchLine) =>
      item ? payoutItemCsvRow(payoutItemToWire(item)) : leftOutItemCsvRow(leftOutToWire(leftOut)),
    read: (take) => readWholeBatch(shopId, { ...of, status, search }, take),
  });
}

/** The payout or the section that the address names. */
async function fileOf(shopId: ShopId, id: string) {
  const section = await readBatch(shopId, id);
  return isRefusal(section) ? await readPayout(shopId, id) : section;
}
