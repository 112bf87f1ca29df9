import type { LoaderFunctionArgs } from "@remix-run/node";
import { statementQuery } from "#app/contracts/statement.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { readerOf } from "#app/http/portal-language.server.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { requestTime } from "#app/http/request-time.ts";
import { refusalPage } from "#app/http/respond.ts";
import { statementResponse } from "#app/http/statement-response.server.ts";

/** A statement of the signed-in affiliate: */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shop, affiliate } = await requireAffiliate(request);
  const [month = "", format = "", more] = (params["file"] ?? "").split(".");
  const query = parse(statementQuery, { month, format: more === undefined ? format : "" });
  if (isRefusal(query)) return new Response(null, { status: 404 });
  const reader = readerOf(request, { shop, affiliate });
  const found = await statementResponse(shop, affiliate.affiliateId, query, requestTime(), reader);
  return isRefusal(found) ? refusalPage(found) : found;
}
