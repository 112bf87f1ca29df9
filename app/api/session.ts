import { loginBody, loginWire, userWire, whoWire } from "#app/contracts/auth.ts";
import { normaliseShopDomain } from "#app/domain/shop-domain.ts";
import { logIn } from "#app/flows/shops/log-in.ts";
import { limits, tooManyRequests } from "#app/http/limits.ts";
import { errorResponse } from "#app/http/respond.ts";
import { userOf } from "#app/http/signed-in-user.ts";
import { visitorAddress } from "#app/http/visitor.ts";
import { defineCall, defineOpenCall } from "./define-call.ts";

export const sessionCalls = [
  defineOpenCall({
    id: "login",
    method: "POST",
    path: "/auth/login",
    tag: "Session",
    summary: "Log in with a shop's API key; answers the bearer token of the other calls.",
    body: loginBody,
    answer: loginWire,
    errors: [401],
    handle: async ({ body, now, request }) => {
      const domain = normaliseShopDomain(body.shop);
      const wait = waitBeforeLogin({ ...body, domain }, request, now);
      if (wait > 0) return tooManyRequests(wait);
      const done = await logIn({ domain, apiKey: body.apiKey }, now);
      if (!done) return errorResponse(401, { code: "login_failed" });
      const { actor, scope } = done.identity;
      return { token: done.token, user: userOf({ domain, actor, scope }) };
    },
  }),
  defineCall({
    id: "me",
    method: "GET",
    path: "/auth/me",
    tag: "Session",
    summary: "The user that the token belongs to.",
    permission: "read",
    answer: userWire,
    handle: ({ ctx }) => userOf(ctx),
  }),
  defineCall({
    id: "test",
    method: "GET",
    path: "/test",
    tag: "Session",
    summary: "Who the caller is, in which shop, with which right. Never cached.",
    permission: "read",
    answer: whoWire,
    handle: ({ ctx }) => ({ authenticated: true as const, user: userOf(ctx), via: ctx.via }),
  }),
];

/** Both limits count by what the caller sent, so a stranger cannot use up the limit of a shop's own client. */
function waitBeforeLogin(
  { domain, apiKey }: { readonly domain: string | null; readonly apiKey: string },
  request: Request,
  now: Date,
): number {
  const at = now.getTime();
  return (
    limits.loginsByKey(`${domain} ${apiKey}`, at) ||
    limits.loginsByCaller(`${visitorAddress(request.headers)} ${domain}`, at)
  );
}
