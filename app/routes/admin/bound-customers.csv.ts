import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  bindingToWire,
  boundCustomerCsvHead,
  boundCustomerCsvRow,
  pointingListQuery,
} from "#app/contracts/pointing.ts";
import { type BindingView, readAllBindings } from "#app/flows/attribution/bindings.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file, with its filters. Customers are known by a fingerprint there too. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search: email, status } = listQueryOf(request, pointingListQuery);
  return await listFile("bound-customers.csv", {
    head: boundCustomerCsvHead,
    row: (one: BindingView) => boundCustomerCsvRow(bindingToWire(one)),
    read: (take) => readAllBindings(shopId, { email, affiliateId, status }, take),
  });
}
