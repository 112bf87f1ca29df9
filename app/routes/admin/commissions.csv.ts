import type { LoaderFunctionArgs } from "@remix-run/node";
import { commissionListQuery } from "#app/contracts/commission.ts";
import { commissionToWire } from "#app/contracts/commission-to-wire.ts";
import { commissionCsvHead, commissionCsvRow } from "#app/contracts/order-csv.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readAllCommissions } from "#app/flows/commissions/read-commissions.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { commissionFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const filter = commissionFilterOf(listQueryOf(request, commissionListQuery), shop.timeZone);
  return csvResponse("commissions.csv", linesOf(shopId, filter, requestTime()));
}

async function* linesOf(shopId: ShopId, filter: Parameters<typeof readAllCommissions>[1], now: Date) {
  yield csvLine(commissionCsvHead);
  for await (const page of readAllCommissions(shopId, filter, now)) {
    yield page.map((one) => csvLine(commissionCsvRow(commissionToWire(one)))).join("");
  }
}
