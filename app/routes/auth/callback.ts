import { redirect } from "@remix-run/node";
import { completeInstall } from "#app/flows/shops/complete-install.ts";
import { openRoute } from "#app/http/open-route.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { readBrowserNonce } from "#app/http/cookies.server.ts";

const t = merchantTexts("install");

/** GET /auth/callback: Shopify sends the browser back. Any error ends on the result page. */
export const loader = openRoute(async ({ request, now }) => {
  const { searchParams } = new URL(request.url);
  const error = searchParams.get("error");
  if (error !== null) {
    return toResult({ error, error_description: searchParams.get("error_description") ?? "" });
  }
  const step = await completeInstall(request, readBrowserNonce(request), now);
  if (step.next === "problem") {
    return toResult({ error: step.code, error_description: t(`result.problems.${step.code}`) });
  }
  const response =
    step.next === "authorize" ? redirect(step.location) : toResult({ token: step.ticket, shop: step.domain });
  for (const cookie of step.cookies) response.headers.append("Set-Cookie", cookie);
  response.headers.set("Cache-Control", "no-store");
  return response;
});

function toResult(query: Record<string, string>): Response {
  return redirect(`/auth/success?${new URLSearchParams(query).toString()}`);
}
