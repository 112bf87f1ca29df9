import { leftOutItemCsvRow, leftOutToWire } from "#app/contracts/payout-left-out.ts";
import { payoutItemCsvHead, payoutItemCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type BatchView, readAllItems } from "#app/flows/payouts/read-batches.ts";
import { readAllLeftOut } from "#app/flows/payouts/read-left-out.ts";
import { csvLine, csvResponse } from "./csv.ts";

/** Payments as a file: all that the filter leaves. */
export function payoutItemsCsv(fileName: string, ...asked: Parameters<typeof readAllItems>): Response {
  return csvResponse(fileName, payoutItemLines(...asked));
}

/** The lines of such a file. */
export async function* payoutItemLines(shopId: ShopId, filter: Parameters<typeof readAllItems>[1]) {
  yield csvLine(payoutItemCsvHead);
  for await (const page of readAllItems(shopId, filter)) {
    yield page.map((one) => csvLine(payoutItemCsvRow(payoutItemToWire(one)))).join("");
  }
}

/** Lines of the same form for those whom a batch left out. */
export async function* leftOutLines(
  shopId: ShopId,
  { batchId, currency, method }: Pick<BatchView["batch"], "batchId" | "currency" | "method">,
  search: string | undefined,
) {
  for await (const page of readAllLeftOut(shopId, { batchId, search })) {
    yield page.map((one) => csvLine(leftOutItemCsvRow(leftOutToWire(one, currency), method))).join("");
  }
}
