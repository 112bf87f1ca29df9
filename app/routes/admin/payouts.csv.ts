import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsvHead, payoutCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutListQuery } from "#app/contracts/payout.ts";
import { payoutToWire } from "#app/contracts/payout-to-wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readAllBatches } from "#app/flows/payouts/read-batches.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { page: _page, limit: _limit, cursor: _cursor, ...filter } = listQueryOf(request, payoutListQuery);
  return csvResponse("payouts.csv", linesOf(shopId, filter));
}

async function* linesOf(shopId: ShopId, filter: Parameters<typeof readAllBatches>[1]) {
  yield csvLine(payoutCsvHead);
  for await (const page of readAllBatches(shopId, filter)) {
    yield page.map((one) => csvLine(payoutCsvRow(payoutToWire(one)))).join("");
  }
}
