import { reportName } from "#app/contracts/report.ts";
import { reportValuesQuery } from "#app/contracts/report-values.ts";
import { refuse } from "#app/domain/refusal.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { reportValuesOf } from "#app/http/report-wire.ts";

/** GET /api/v1/reports/{name}/values. */
export const loader = apiRoute({
  need: "read",
  query: reportValuesQuery,
  run: async ({ context, params, query, now }) => {
    const name = reportName.safeParse(params["name"]);
    if (!name.success) return refuse("not-found", "There is no report of this name", "name");
    return await reportValuesOf(context.shop, { name: name.data, query, now });
  },
});

export function action(): Response {
  return methodNotAllowed("GET");
}
