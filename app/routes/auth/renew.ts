import { identify } from "#app/flows/shops/identify.ts";
import { openRoute } from "#app/http/open-route.ts";
import { authenticationFailed, readBearer } from "#app/http/require-shop.server.ts";
import { errorResponse, json, methodNotAllowed } from "#app/http/respond.ts";
import { endSessionCookie, writeSessionCookie } from "#app/http/cookies.server.ts";
import { userOf } from "#app/http/signed-in-user.ts";

/**
 * POST /auth/renew: returns the user of the bearer token and renews the cookie, so that the browser's storage and the
 * cookie agree and nobody is redirected in circles.
 */
export const action = openRoute(async ({ request, now }) => {
  const token = readBearer(request);
  // Another site can post here too, but without a bearer token. It must not clear the cookie.
  if (token === null) return errorResponse(401, authenticationFailed);
  const identity = await identify(token, now);
  if (identity === null) {
    return errorResponse(401, authenticationFailed, [], { "Set-Cookie": endSessionCookie() });
  }
  const { actor, scope, shop, expiresAt } = identity;
  const cookie = writeSessionCookie({ token, expiresAt }, now);
  return json(userOf({ actor, scope, domain: shop.domain }), 200, { "Set-Cookie": cookie });
});

export function loader(): Response {
  return methodNotAllowed("POST");
}
