import { redirect } from "@remix-run/node";
import { redeemBody } from "#app/contracts/auth.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { redeemTicket } from "#app/flows/shops/redeem-ticket.ts";
import { openRoute } from "#app/http/open-route.ts";
import { parse } from "#app/http/parse.ts";
import { readForm, readJson } from "#app/http/read-body.ts";
import { errorResponse, json, methodNotAllowed } from "#app/http/respond.ts";
import { messageOf } from "#app/i18n/fault-words.ts";
import { isOwnOrigin, readBrowserNonce, writeSessionCookie } from "#app/http/cookies.server.ts";

/**
 * POST /auth/redeem: exchanges the ticket of /auth/success for the session. A script reads the token from the answer. A
 * form without JavaScript is redirected to the dashboard. Both get the cookie.
 */
export const action = openRoute(async ({ request, now }) => {
  const isForm = !/^application\/json\b/i.test(request.headers.get("Content-Type") ?? "");
  const body = parse(redeemBody, isForm ? await readForm(request) : await readJson(request));
  if (isRefusal(body) || !isOwnOrigin(request)) return failed(isForm);
  const browserNonce = readBrowserNonce(request);
  const done = await redeemTicket({ ticket: body.token, shop: body.shop, browserNonce, now });
  if (isRefusal(done)) return failed(isForm);
  const { token, shop, expiresAt } = done;
  const cookie = writeSessionCookie({ token, expiresAt }, now);
  if (isForm) return redirect("/dashboard", { headers: { "Set-Cookie": cookie } });
  return json({ token, shop }, 200, { "Set-Cookie": cookie });
});

function failed(isForm: boolean): Response {
  const reason = { code: "ticket_invalid" } as const;
  const query = new URLSearchParams({ error: "authentication_failed", error_description: messageOf(reason) });
  return isForm ? redirect(`/auth/success?${query.toString()}`) : errorResponse(403, reason);
}

export function loader(): Response {
  return methodNotAllowed("POST");
}
