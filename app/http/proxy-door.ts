import { now } from "#app/platform/clock.ts";
import { apiSecrets, env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openProxyCall, proxiedVisitor, type ProxyCall } from "./app-proxy.ts";
import { rateLimiter, tooManyRequests } from "./rate-limit.ts";
import { errorResponse } from "./respond.ts";

type ProxyInput = ProxyCall & {
  readonly request: Request;
  /** The visitor's address; '' where nobody tells. */
  readonly address: string;
  readonly now: Date;
};

const perVisitor = rateLimiter({ burst: 30, perSecond: 0.5 });
const perShop = rateLimiter({ burst: 500, perSecond: 50 });

/**
 * A door for pages of a store, which come through the platform's app proxy: who they are is proved before anything else,
 * and who is too fast waits. The store passes a fault on to its page, so whatever goes wrong asks it to come again.
 */
export function proxyDoor(run: (input: ProxyInput) => Promise<Response>) {
  return async function handle({ request }: { request: Request }): Promise<Response> {
    const at = now();
    const { TRUSTED_PROXIES: ownProxies } = env();
    const { search, searchParams } = new URL(request.url);
    const call = openProxyCall({ search, searchParams }, { secrets: apiSecrets(), now: at });
    if ("status" in call) return errorResponse(call.status, call.message);
    const address = proxiedVisitor(request.headers, ownProxies);
    const wait = Math.max(perVisitor(address, at.getTime()), perShop(call.shopDomain, at.getTime()));
    if (wait > 0) return tooManyRequests(wait);
    try {
      return await run({ ...call, request, address, now: at });
    } catch (error) {
      log.error("A page of a store was not answered", { shop: call.shopDomain, ...describeError(error) });
      return errorResponse(503, "Please try again later", [], { "Retry-After": "60" });
    }
  };
}
