import type { LoaderFunctionArgs } from "@remix-run/node";
import { runChecks } from "#app/flows/health/run-checks.ts";
import { proxiesOf } from "#app/http/embedded.server.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { json } from "#app/http/respond.ts";

/** The checks of Settings ▸ Health, which the page asks for once it stands. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId, domain } = await requireShop(request, { as: "page" });
  const asked = { shop: { shopId, domain }, now: requestTime(), proxies: proxiesOf(request), config: null };
  return json({ checks: await runChecks(asked) });
}
