import type { LoaderFunctionArgs } from "@remix-run/node";
import { affiliateListQuery } from "#app/contracts/affiliate.ts";
import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { affiliateCsvHead, affiliateCsvRow } from "#app/contracts/affiliate-csv.ts";
import { type AffiliateView, readAllAffiliates } from "#app/flows/affiliates/read-affiliates.ts";
import { affiliateFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters and in its order. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, affiliateListQuery);
  const asked = { filter: affiliateFilterOf(query, shop.timeZone), sort: query.sort };
  return await listFile("affiliates.csv", {
    head: affiliateCsvHead,
    row: (one: AffiliateView) => affiliateCsvRow(affiliateToWire(one)),
    read: (take) => readAllAffiliates(shop, asked, take),
  });
}
