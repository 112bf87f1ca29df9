import type { LoaderFunctionArgs } from "@remix-run/node";
import { personItemListQuery } from "#app/contracts/payout.ts";
import { payoutItemsCsv } from "#app/http/payout-items-csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The payments that need a person as a file: all pages of them, with the list's filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { status: person = "", method, search } = listQueryOf(request, personItemListQuery);
  return payoutItemsCsv("payments.csv", shopId, { person, method, search });
}
