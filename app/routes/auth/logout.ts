import { redirect } from "@remix-run/node";
import { logOut } from "#app/flows/shops/log-in.ts";
import { isNavigation } from "#app/http/install-entry.server.ts";
import { openRoute } from "#app/http/open-route.ts";
import { readBearer } from "#app/http/require-shop.server.ts";
import { errorResponse, json, methodNotAllowed } from "#app/http/respond.ts";
import { endSessionCookie, isOwnOrigin, readSessionCookie } from "#app/http/cookies.server.ts";

/** POST /auth/logout: ends the session of the bearer token and of the cookie on the server, and drops the cookie. */
export const action = openRoute(async ({ request, now }) => {
  const bearer = readBearer(request);
  const cookie = readSessionCookie(request);
  // A browser may omit the cookie of a post from another site, but would still drop it on this answer.
  if (bearer === null && !isOwnOrigin(request)) {
    return errorResponse(403, { code: "foreign_request" });
  }
  const tokens = [...new Set([bearer, cookie])].filter((token) => token !== null);
  await Promise.all(tokens.map((token) => logOut(token, now)));
  const headers = { "Set-Cookie": endSessionCookie(), "Clear-Site-Data": '"cache"' };
  return isNavigation(request) ? redirect("/install", { headers }) : json({ loggedOut: true }, 200, headers);
});

export function loader(): Response {
  return methodNotAllowed("POST");
}
