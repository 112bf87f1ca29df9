import type { LoaderFunctionArgs } from "@remix-run/node";
import { transferListQuery } from "#app/contracts/ledger.ts";
import { transferCsvHead, transferCsvRow, transferToWire } from "#app/contracts/ledger-to-wire.ts";
import { readAllTransfers, type TransferView } from "#app/flows/ledger/read-transfers.ts";
import { transferFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The ledger as a file, in the order of posting: all of it, or what the filters leave. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = transferFilterOf(listQueryOf(request, transferListQuery));
  return await listFile("ledger.csv", {
    head: transferCsvHead,
    row: (one: TransferView) => transferCsvRow(transferToWire(one)),
    read: (take) => readAllTransfers(shop, asked, take),
  });
}
