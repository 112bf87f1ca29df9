import { reportName, reportQuery } from "#app/contracts/report.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { cachedJson } from "#app/http/etag.ts";
import { reportOf } from "#app/http/report-wire.ts";

/** As long as the dashboard's figures. */
const keptSeconds = 120;

/** GET /api/v1/reports/{name}. */
export const loader = apiRoute({
  need: "read",
  query: reportQuery,
  run: async ({ context, params, query, request, now }) => {
    const name = reportName.safeParse(params["name"]);
    if (!name.success) return refuse("not-found", "There is no report of this name", "name");
    const report = await reportOf(context.shop, { name: name.data, query, now });
    return isRefusal(report) ? report : cachedJson(request, report, keptSeconds);
  },
});

export function action(): Response {
  return methodNotAllowed("GET");
}
