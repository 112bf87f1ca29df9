import { readDashboardStats } from "#app/flows/reports/read-dashboard.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { statsOf } from "#app/http/dashboard-wire.ts";
import { cachedJson } from "#app/http/etag.ts";

/** SPEC §9. */
const keptSeconds = 120;

/** GET /api/v1/dashboard/stats. */
export const loader = apiRoute({
  need: "read",
  run: async ({ context, request }) => {
    const stats = await readDashboardStats(context.shop);
    return cachedJson(request, statsOf(stats), keptSeconds);
  },
});

export function action(): Response {
  return methodNotAllowed("GET");
}
