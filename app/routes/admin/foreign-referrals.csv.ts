import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  foreignCsvHead,
  foreignCsvRow,
  foreignListQuery,
  foreignToWire,
} from "#app/contracts/foreign-referral.ts";
import { readAllForeignReferrals } from "#app/flows/links/foreign-referrals.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file, which the page takes back as it is. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { search, affiliate: affiliateId } = listQueryOf(request, foreignListQuery);
  return await listFile("foreign-referrals.csv", {
    head: foreignCsvHead,
    row: (one: Parameters<typeof foreignToWire>[0]) => foreignCsvRow(foreignToWire(one)),
    read: (take) => readAllForeignReferrals(shopId, { search, affiliateId }, take),
  });
}
