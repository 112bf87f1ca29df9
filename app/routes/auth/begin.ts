import { messageOf } from "#app/i18n/fault-words.ts";
import { redirect } from "@remix-run/node";
import { isRefusal } from "#app/domain/refusal.ts";
import { isNavigation, startInstall } from "#app/http/install-entry.server.ts";
import { openRoute } from "#app/http/open-route.ts";
import { json, refusalResponse } from "#app/http/respond.ts";

/** GET /auth?shop=: `{ installUrl }` for a script; a browser navigation is redirected. */
export const loader = openRoute(async ({ request }) => {
  const shop = new URL(request.url).searchParams.get("shop") ?? "";
  const started = await startInstall(request, shop);
  if (isRefusal(started)) {
    if (!isNavigation(request)) return refusalResponse(started);
    const query = new URLSearchParams({
      error: "invalid_shop",
      error_description: messageOf(started.reason),
    });
    return redirect(`/auth/success?${query.toString()}`);
  }
  const { installUrl, headers } = started;
  if (isNavigation(request)) return redirect(installUrl, { headers });
  const answer = json({ installUrl });
  for (const cookie of headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie);
  return answer;
});
