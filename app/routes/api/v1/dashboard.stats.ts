import { dashboardQuery } from "#app/contracts/dashboard.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readDashboardStats } from "#app/flows/reports/read-dashboard.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { performanceOf, statsOf } from "#app/http/dashboard-wire.ts";
import { cachedJson } from "#app/http/etag.ts";

/** SPEC §9. */
const keptSeconds = 120;

/** GET /api/v1/dashboard/stats. */
export const loader = apiRoute({
  need: "read",
  query: dashboardQuery,
  run: async ({ context, request, query, now }) => {
    const performance = await performanceOf(context.shop, query, now);
    if (isRefusal(performance)) return performance;
    const stats = await readDashboardStats(context.shop);
    if (isRefusal(stats)) return stats;
    return cachedJson(request, { ...statsOf(stats), performance }, keptSeconds);
  },
});

export function action(): Response {
  return methodNotAllowed("GET");
}
