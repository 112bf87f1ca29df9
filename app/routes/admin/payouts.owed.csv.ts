import type { LoaderFunctionArgs } from "@remix-run/node";
import { owedCsvHead, owedCsvRow, owedQuery, owedToWire } from "#app/contracts/owed.ts";
import { type OwedView, readAllOwed } from "#app/flows/payouts/read-owed.ts";
import { owedAskedOf } from "#app/http/owed-wire.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** What is owed as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = owedAskedOf(listQueryOf(request, owedQuery));
  const day = asked.asOf === undefined ? "" : `-${asked.asOf}`;
  return await listFile(`owed${day}.csv`, {
    head: owedCsvHead,
    row: (one: OwedView) => owedCsvRow(owedToWire(one)),
    read: (take) => readAllOwed(shop, { ...asked, now: requestTime() }, take),
  });
}
