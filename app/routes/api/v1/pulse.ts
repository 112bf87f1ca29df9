import { readPulse } from "#app/flows/reports/read-pulse.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

/** GET /api/v1/pulse: what open pages ask every second, so that they need to fetch only what has changed. */
export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => ({ version: await readPulse(context.shopId) }),
});

export function action(): Response {
  return methodNotAllowed("GET");
}
