import type { LoaderFunctionArgs } from "@remix-run/node";
import { allStatementsQuery } from "#app/contracts/statement.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { allStatementsResponse } from "#app/http/statement-response.server.ts";

/** The statements of all affiliates as one file: of a month, or of some days. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const query = parse(allStatementsQuery, Object.fromEntries(new URL(request.url).searchParams));
  const found = isRefusal(query) ? query : await allStatementsResponse(shop, query, requestTime());
  return isRefusal(found) ? new Response(found.message, { status: refusalStatus(found) }) : found;
}
