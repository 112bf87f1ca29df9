import type { LoaderFunctionArgs } from "@remix-run/node";
import { claimCsvHead, claimCsvRow, claimListQuery, claimToWire } from "#app/contracts/claim.ts";
import { readAllClaims } from "#app/flows/attribution/claims.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { affiliate: affiliateId, search, status } = listQueryOf(request, claimListQuery);
  return await listFile("claims.csv", {
    head: claimCsvHead,
    row: (one: Parameters<typeof claimToWire>[0]) => claimCsvRow(claimToWire(one)),
    read: (take) => readAllClaims(shopId, { affiliateId, search, status }, take),
  });
}
