import type { LoaderFunctionArgs } from "@remix-run/node";
import { transferListQuery } from "#app/contracts/ledger.ts";
import { transferCsvHead, transferCsvRow, transferToWire } from "#app/contracts/ledger-to-wire.ts";
import { readAllTransfers } from "#app/flows/ledger/read-transfers.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { transferFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The ledger as a file, in the order of posting: all of it, or what the filters leave. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = transferFilterOf(listQueryOf(request, transferListQuery));
  return csvResponse("ledger.csv", linesOf(shop, asked));
}

async function* linesOf(...asked: Parameters<typeof readAllTransfers>) {
  yield csvLine(transferCsvHead);
  for await (const page of readAllTransfers(...asked)) {
    yield page.map((one) => csvLine(transferCsvRow(transferToWire(one)))).join("");
  }
}
