import type { LoaderFunctionArgs } from "@remix-run/node";
import { commissionListQuery } from "#app/contracts/commission.ts";
import { entryToWire } from "#app/contracts/commission-to-wire.ts";
import { commissionCsvHead, commissionCsvRow } from "#app/contracts/order-csv.ts";
import { type CommissionEntry, readAllCommissions } from "#app/flows/commissions/read-commissions.ts";
import { commissionFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const filter = commissionFilterOf(listQueryOf(request, commissionListQuery), shop.timeZone);
  const now = requestTime();
  return await listFile("commissions.csv", {
    head: commissionCsvHead,
    row: (one: CommissionEntry) => commissionCsvRow(entryToWire(one)),
    read: (take) => readAllCommissions(shopId, { ...filter, now }, take),
  });
}
