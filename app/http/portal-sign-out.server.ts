import { redirect } from "@remix-run/node";
import { signOut } from "#app/flows/affiliates/sign-in.ts";
import { now } from "#app/platform/clock.ts";
import { endAffiliateCookie, readAffiliateCookie } from "./cookies.server.ts";
import { refuseForeignForm, signInPath } from "./require-affiliate.server.ts";

/** Ends an affiliate's session on the server and in the browser, and leads to the form of their shop. */
export async function endAffiliateSession(request: Request): Promise<Response> {
  refuseForeignForm(request);
  const token = readAffiliateCookie(request);
  const handle = token === null ? null : await signOut(token, now());
  return redirect(signInPath(handle), { headers: { "Set-Cookie": endAffiliateCookie() } });
}
