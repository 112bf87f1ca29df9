import type { LoaderFunctionArgs } from "@remix-run/node";
import { lineCsvHead, lineCsvRow, lineListQuery, lineToWire } from "#app/contracts/reconciliation.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAllLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The lines of a provider's statement with how they stand, as a file. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const view = await readProviderStatement(shopId, params["id"] ?? "");
  if (isRefusal(view)) return new Response(view.message, { status: 404 });
  const { match, open } = listQueryOf(request, lineListQuery);
  return csvResponse("reconciliation.csv", linesOf(view.statement, { match, open }));
}

async function* linesOf(...asked: Parameters<typeof readAllLines>) {
  yield csvLine(lineCsvHead);
  for await (const page of readAllLines(...asked)) {
    yield page.map((one) => csvLine(lineCsvRow(lineToWire(one)))).join("");
  }
}
