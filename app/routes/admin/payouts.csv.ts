import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsvHead, payoutCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutListQuery } from "#app/contracts/payout.ts";
import { payoutToWire } from "#app/contracts/payout-to-wire.ts";
import { readAllBatches } from "#app/flows/payouts/read-batches.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { page: _page, limit: _limit, cursor: _cursor, ...filter } = listQueryOf(request, payoutListQuery);
  return await listFile("payouts.csv", {
    head: payoutCsvHead,
    row: (one: Parameters<typeof payoutToWire>[0]) => payoutCsvRow(payoutToWire(one)),
    read: (take) => readAllBatches(shopId, filter, take),
  });
}
