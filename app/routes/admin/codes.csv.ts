import type { LoaderFunctionArgs } from "@remix-run/node";
import { codeToWire } from "#app/contracts/discount-to-wire.ts";
import { codeListQuery } from "#app/contracts/discount.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readAllCodes } from "#app/flows/codes/read-codes.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { codeFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const filter = codeFilterOf(listQueryOf(request, codeListQuery));
  return csvResponse("codes.csv", linesOf(shopId, shop.currency, filter));
}

type Filter = Parameters<typeof readAllCodes>[1];

async function* linesOf(shopId: ShopId, currency: string, filter: Filter) {
  yield csvLine(["Code", "Status", "Affiliate", "Affiliate id", "Gives", "Discount", "Discount id", "Since"]);
  for await (const page of readAllCodes(shopId, filter)) {
    yield page
      .map((row) => codeToWire(row, currency))
      .map(({ code, status, affiliate, gives, discount, assignedAt }) =>
        csvLine([
          code,
          status,
          affiliate.name,
          affiliate.id,
          gives,
          discount?.title ?? "",
          discount?.id ?? "",
          assignedAt,
        ]),
      )
      .join("");
  }
}
