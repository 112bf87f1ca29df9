import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  leftOutCsvHead,
  leftOutCsvRow,
  leftOutListQuery,
  leftOutToWire,
} from "#app/contracts/payout-left-out.ts";
import { readPayout } from "#app/flows/payouts/read-batches.ts";
import { readAllLeftOut } from "#app/flows/payouts/read-left-out.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { answered } from "#app/http/respond.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The skipped affiliates of a payout as a file: all pages, with the list's filters. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { payoutId } = answered(await readPayout(shopId, params["id"] ?? ""));
  const { status: reason, search } = listQueryOf(request, leftOutListQuery);
  return await listFile("skipped.csv", {
    head: leftOutCsvHead,
    row: (one: Parameters<typeof leftOutToWire>[0]) => leftOutCsvRow(leftOutToWire(one)),
    read: (take) => readAllLeftOut(shopId, { payoutId, reason, search }, take),
  });
}
