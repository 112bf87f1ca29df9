import type { LoaderFunctionArgs } from "@remix-run/node";
import { flagCsvHead, flagCsvRow, flagListQuery, flagToWire } from "#app/contracts/flag.ts";
import { readAllFlags } from "#app/flows/fraud/read-flags.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search, status, kind } = listQueryOf(request, flagListQuery);
  return await listFile("flags.csv", {
    head: flagCsvHead,
    row: (one: Parameters<typeof flagToWire>[0]) => flagCsvRow(flagToWire(one)),
    read: (take) => readAllFlags(shopId, { affiliateId, search, status, kind }, take),
  });
}
