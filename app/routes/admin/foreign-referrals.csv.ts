import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  foreignCsvHead,
  foreignCsvRow,
  foreignListQuery,
  foreignToWire,
} from "#app/contracts/foreign-referral.ts";
import { readAllForeignReferrals } from "#app/flows/links/foreign-referrals.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file, which the page takes back as it is. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { search, affiliate: affiliateId } = listQueryOf(request, foreignListQuery);
  return csvResponse("foreign-referrals.csv", linesOf(shopId, { search, affiliateId }));
}

async function* linesOf(...asked: Parameters<typeof readAllForeignReferrals>) {
  yield csvLine(foreignCsvHead);
  for await (const page of readAllForeignReferrals(...asked)) {
    yield page.map((one) => csvLine(foreignCsvRow(foreignToWire(one)))).join("");
  }
}
