import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportFileFor } from "#app/http/report-file.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The report that the page of this address shows, with all its rows. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  return await reportFileFor(shop, request, requestTime());
}
