import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  dataRequestCsvHead,
  dataRequestCsvRow,
  dataRequestListQuery,
  dataRequestToWire,
} from "#app/contracts/privacy.ts";
import { readDataRequests } from "#app/flows/privacy/data-requests.ts";
import { csvPages, rowsAtOnce } from "#app/http/csv-pages.ts";
import { csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file, as a record of what was asked and answered when; what is held about a customer is not in it. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { status } = listQueryOf(request, dataRequestListQuery);
  const read = async (page: number) =>
    (await readDataRequests(shopId, { status, page, limit: rowsAtOnce })).requests;
  const lines = csvPages(dataRequestCsvHead, read, (one) => dataRequestCsvRow(dataRequestToWire(one)));
  return csvResponse("data-requests.csv", lines);
}
