import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  pointingListQuery,
  productOwnerCsvHead,
  productOwnerCsvRow,
  productOwnerToWire,
} from "#app/contracts/pointing.ts";
import { readProductOwners } from "#app/flows/attribution/product-owners.ts";
import { csvPages, rowsAtOnce } from "#app/http/csv-pages.ts";
import { csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search, status } = listQueryOf(request, pointingListQuery);
  const read = async (page: number) =>
    (await readProductOwners(shopId, { search, affiliateId, status, page, limit: rowsAtOnce })).owners;
  const lines = csvPages(productOwnerCsvHead, read, (one) => productOwnerCsvRow(productOwnerToWire(one)));
  return csvResponse("product-owners.csv", lines);
}
