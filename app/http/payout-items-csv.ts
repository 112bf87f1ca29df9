import { payoutItemCsvHead, payoutItemCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readAllItems } from "#app/flows/payouts/read-batches.ts";
import { csvLine, csvResponse } from "./csv.ts";

/** Payments as a file: all that the filter leaves. */
export function payoutItemsCsv(fileName: string, ...asked: Parameters<typeof readAllItems>): Response {
  return csvResponse(fileName, linesOf(...asked));
}

async function* linesOf(shopId: ShopId, filter: Parameters<typeof readAllItems>[1]) {
  yield csvLine(payoutItemCsvHead);
  for await (const page of readAllItems(shopId, filter)) {
    yield page.map((one) => csvLine(payoutItemCsvRow(payoutItemToWire(one)))).join("");
  }
}
