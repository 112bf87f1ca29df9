import type { LoaderFunctionArgs } from "@remix-run/node";
import { runChecks } from "#app/flows/health/run-checks.ts";
import { proxiesOf } from "#app/http/embedded.server.ts";
import { checksLimit } from "#app/http/health-limits.ts";
import { tooManyRequests } from "#app/http/rate-limit.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { json } from "#app/http/respond.ts";

/** The checks of Settings ▸ Health, which the page asks for once it stands. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId, domain } = await requireShop(request, { as: "page" });
  const now = requestTime();
  const wait = checksLimit(shopId, now.getTime());
  if (wait > 0) return tooManyRequests(wait);
  const asked = { shop: { shopId, domain }, now, proxies: proxiesOf(request), config: null };
  return json({ checks: await runChecks(asked) });
}
