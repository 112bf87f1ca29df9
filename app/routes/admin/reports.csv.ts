import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRefusal } from "#app/domain/refusal.ts";
import { reportFile } from "#app/http/report-file.ts";
import { reportAsked } from "#app/http/report-page.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalResponse } from "#app/http/respond.ts";
import { dayIn } from "#app/platform/clock.ts";

/** The report that the page of this address shows, with all its rows. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const now = requestTime();
  const { name, query } = reportAsked(request, dayIn(shop.timeZone, now));
  const file = await reportFile(shop, { name, query, now });
  return isRefusal(file) ? refusalResponse(file) : file;
}
