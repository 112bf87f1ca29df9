import type { LoaderFunctionArgs } from "@remix-run/node";
import { statementQuery } from "#app/contracts/statement.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { statementResponse } from "#app/http/statement-response.server.ts";

/** An affiliate's statement of a month or other days as a file. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shop, now } = await requireShop(request, { as: "page" });
  const query = parse(statementQuery, Object.fromEntries(new URL(request.url).searchParams));
  const found = isRefusal(query) ? query : await statementResponse(shop, params["id"] ?? "", query, now);
  return isRefusal(found) ? refusalPage(found) : found;
}
