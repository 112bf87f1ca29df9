import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  dataRequestCsvHead,
  dataRequestCsvRow,
  dataRequestListQuery,
  dataRequestWire,
} from "#app/contracts/privacy.ts";
import { encode } from "#app/contracts/wire.ts";
import { type DataRequestView, readAllDataRequests } from "#app/flows/privacy/data-requests.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file, as a record of what was asked and answered when; what is held about a customer is not in it. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { status } = listQueryOf(request, dataRequestListQuery);
  return await listFile("data-requests.csv", {
    head: dataRequestCsvHead,
    row: (one: DataRequestView) => dataRequestCsvRow(encode(dataRequestWire, one)),
    read: (take) => readAllDataRequests(shopId, { status, now: requestTime() }, take),
  });
}
