import type { LoaderFunctionArgs } from "@remix-run/node";
import { claimCsvHead, claimCsvRow, claimListQuery, claimToWire } from "#app/contracts/claim.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readClaims } from "#app/flows/attribution/claims.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search, status } = listQueryOf(request, claimListQuery);
  return csvResponse("claims.csv", linesOf(shopId, { affiliateId, search, status }));
}

const atOnce = 250;

async function* linesOf(shopId: ShopId, filter: Omit<Parameters<typeof readClaims>[1], "page" | "limit">) {
  yield csvLine(claimCsvHead);
  for (let page = 1; ; page += 1) {
    const { claims } = await readClaims(shopId, { ...filter, page, limit: atOnce });
    yield claims.map((one) => csvLine(claimCsvRow(claimToWire(one)))).join("");
    if (claims.length < atOnce) return;
  }
}
