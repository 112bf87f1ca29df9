import type { LoaderFunctionArgs } from "@remix-run/node";
import { codeToWire } from "#app/contracts/discount-to-wire.ts";
import { codeListQuery } from "#app/contracts/discount.ts";
import { readAllCodes } from "#app/flows/codes/read-codes.ts";
import { codeFilterOf } from "#app/http/list-filters.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const filter = codeFilterOf(listQueryOf(request, codeListQuery));
  return await listFile("codes.csv", {
    head: ["Code", "Status", "Affiliate", "Affiliate id", "Gives", "Discount", "Discount id", "Since"],
    row: (one: Parameters<typeof codeToWire>[0]) => rowOf(codeToWire(one, shop.currency)),
    read: (take) => readAllCodes(shopId, filter, take),
  });
}

function rowOf({ code, status, affiliate, gives, discount, assignedAt }: ReturnType<typeof codeToWire>) {
  const of = [discount?.title ?? "", discount?.id ?? ""];
  return [code, status, affiliate.name, affiliate.id, gives, ...of, assignedAt];
}
