import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  lineCsvHead,
  lineCsvRow,
  lineFilterOf,
  lineListQuery,
  lineToWire,
} from "#app/contracts/reconciliation.ts";
import {
  type LineView,
  readAllLines,
  findProviderStatement,
} from "#app/flows/payouts/read-reconciliation.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The lines of a provider's statement with how they stand, as a file. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const statement = answered(await findProviderStatement(shopId, params["id"] ?? ""));
  const filter = lineFilterOf(listQueryOf(request, lineListQuery));
  return await listFile("reconciliation.csv", {
    head: lineCsvHead,
    row: (one: LineView) => lineCsvRow(lineToWire(one)),
    read: (take) => readAllLines(statement, filter, take),
  });
}
