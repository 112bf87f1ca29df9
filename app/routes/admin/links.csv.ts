import type { LoaderFunctionArgs } from "@remix-run/node";
import { linkCsvHead, linkCsvRow, linkToWire } from "#app/contracts/link-to-wire.ts";
import { linkListQuery } from "#app/contracts/link.ts";
import { type LinkView, readAllLinks } from "#app/flows/links/read-links.ts";
import { linkFilterOf } from "#app/http/links-wire.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** The list as a file: all pages of it, with its filters. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const filter = linkFilterOf(listQueryOf(request, linkListQuery));
  return await listFile("links.csv", {
    head: linkCsvHead,
    row: (one: LinkView) => linkCsvRow(linkToWire(one)),
    read: (take) => readAllLinks(shop, filter, take),
  });
}
