import { loginBody } from "#app/contracts/auth.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { normaliseShopDomain } from "#app/domain/shop-domain.ts";
import { logIn } from "#app/flows/shops/log-in.ts";
import { methodNotAllowed } from "#app/http/api-route.ts";
import { openRoute } from "#app/http/open-route.ts";
import { parse } from "#app/http/parse.ts";
import { limits } from "#app/http/limits.ts";
import { tooManyRequests } from "#app/http/rate-limit.ts";
import { readJson } from "#app/http/read-body.ts";
import { errorResponse, json, refusalResponse } from "#app/http/respond.ts";
import { userOf } from "#app/http/user-wire.ts";
import { visitorAddress } from "#app/http/visitor.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

/** POST /api/v1/auth/login: an API key for a bearer token. */
export const action = openRoute(async ({ request, now }) => {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const body = parse(loginBody, await readJson(request));
  if (isRefusal(body)) return refusalResponse(body);
  const domain = normaliseShopDomain(body.shop);
  const at = now.getTime();
  // Neither key lets a stranger use up the limit of a shop's own client.
  const wait =
    limits.loginsByKey(`${domain} ${body.apiKey}`, at) ||
    limits.loginsByCaller(`${visitorAddress(request.headers)} ${domain}`, at);
  if (wait > 0) return tooManyRequests(wait);
  const done = await logIn({ domain, apiKey: body.apiKey }, now);
  if (!done) return errorResponse(401, "Login failed");
  const { actor, scope } = done.identity;
  return json({ token: done.token, user: userOf({ domain, actor, scope }) });
});
