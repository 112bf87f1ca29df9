import type { LoaderFunctionArgs } from "@remix-run/node";
import { flagCsvHead, flagCsvRow, flagListQuery, flagToWire } from "#app/contracts/flag.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readFlags } from "#app/flows/fraud/read-flags.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search, status, kind } = listQueryOf(request, flagListQuery);
  return csvResponse("flags.csv", linesOf(shopId, { affiliateId, search, status, kind }));
}

const atOnce = 250;

async function* linesOf(shopId: ShopId, filter: Omit<Parameters<typeof readFlags>[1], "page" | "limit">) {
  yield csvLine(flagCsvHead);
  for (let page = 1; ; page += 1) {
    const { flags } = await readFlags(shopId, { ...filter, page, limit: atOnce });
    yield flags.map((one) => csvLine(flagCsvRow(flagToWire(one)))).join("");
    if (flags.length < atOnce) return;
  }
}
