import type { LoaderFunctionArgs } from "@remix-run/node";
import { linkCsvHead, linkCsvRow, linkToWire } from "#app/contracts/link-to-wire.ts";
import { linkListQuery } from "#app/contracts/link.ts";
import { readAllLinks } from "#app/flows/links/read-links.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { linkFilterOf } from "#app/http/links-wire.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  return csvResponse("links.csv", linesOf(shop, linkFilterOf(listQueryOf(request, linkListQuery))));
}

async function* linesOf(...asked: Parameters<typeof readAllLinks>) {
  yield csvLine(linkCsvHead);
  for await (const page of readAllLinks(...asked)) {
    yield page.map((link) => csvLine(linkCsvRow(linkToWire(link)))).join("");
  }
}
