import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  bindingToWire,
  boundCustomerCsvHead,
  boundCustomerCsvRow,
  pointingListQuery,
} from "#app/contracts/pointing.ts";
import { readBindings } from "#app/flows/attribution/bindings.ts";
import { csvPages, rowsAtOnce } from "#app/http/csv-pages.ts";
import { csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file, with its filters. Customers are known by a fingerprint there too. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search: email, status } = listQueryOf(request, pointingListQuery);
  const read = async (page: number) =>
    (await readBindings(shopId, { email, affiliateId, status, page, limit: rowsAtOnce })).bindings;
  const lines = csvPages(boundCustomerCsvHead, read, (one) => boundCustomerCsvRow(bindingToWire(one)));
  return csvResponse("bound-customers.csv", lines);
}
