import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutItemCsvHead, payoutItemCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import { personItemListQuery } from "#app/contracts/payout.ts";
import { readAllItems } from "#app/flows/payouts/read-batches.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The payments that need a person as a file: all pages of them, with the list's filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { status: person = "", method, search } = listQueryOf(request, personItemListQuery);
  return await listFile("payments.csv", {
    head: payoutItemCsvHead,
    row: (one: Parameters<typeof payoutItemToWire>[0]) => payoutItemCsvRow(payoutItemToWire(one)),
    read: (take) => readAllItems(shopId, { person, method, search }, take),
  });
}
