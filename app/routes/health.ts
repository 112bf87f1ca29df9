import { checkHealth } from "#app/flows/shops/check-health.ts";
import { waitingClicks } from "#app/flows/tracking/click-spool.ts";
import { cachedJson, json } from "#app/http/respond.ts";

/** SPEC §9. */
const keptSeconds = 60;

/**
 * GET /health: whether this process can serve, and the number of clicks waiting on its machine. Failures are not
 * cached.
 */
export async function loader({ request }: { request: Request }): Promise<Response> {
  const [service, clicks] = await Promise.all([checkHealth(), waitingClicks()]);
  const health = { ...service, clicks };
  return health.status === "ok" ? cachedJson(request, health, keptSeconds) : json(health, 503);
}
