import { checkHealth } from "#app/flows/shops/check-health.ts";
import { cachedJson } from "#app/http/etag.ts";
import { json } from "#app/http/respond.ts";

/** SPEC §9. */
const keptSeconds = 60;

/** GET /health: whether this process can serve. Bad news is never kept. */
export async function loader({ request }: { request: Request }): Promise<Response> {
  const health = await checkHealth();
  return health.status === "ok" ? cachedJson(request, health, keptSeconds) : json(health, 503);
}
