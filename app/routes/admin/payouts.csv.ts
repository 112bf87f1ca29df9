import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsvHead, payoutCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutListQuery } from "#app/contracts/payout.ts";
import { sectionToWire } from "#app/contracts/payout-to-wire.ts";
import { readAllSections } from "#app/flows/payouts/read-batches.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file with its filters: a row for each section of the payouts. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { page: _page, limit: _limit, cursor: _cursor, ...filter } = listQueryOf(request, payoutListQuery);
  return await listFile("payouts.csv", {
    head: payoutCsvHead,
    row: (one: Parameters<typeof sectionToWire>[0]) => payoutCsvRow(sectionToWire(one)),
    read: (take) => readAllSections(shopId, filter, take),
  });
}
