import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  pointingListQuery,
  productOwnerCsvHead,
  productOwnerCsvRow,
  productOwnerToWire,
} from "#app/contracts/pointing.ts";
import { type ProductOwnerView, readAllProductOwners } from "#app/flows/attribution/product-owners.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search, status } = listQueryOf(request, pointingListQuery);
  return await listFile("product-owners.csv", {
    head: productOwnerCsvHead,
    row: (one: ProductOwnerView) => productOwnerCsvRow(productOwnerToWire(one)),
    read: (take) => readAllProductOwners(shopId, { search, affiliateId, status }, take),
  });
}
