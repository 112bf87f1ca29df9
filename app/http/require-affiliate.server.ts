import { redirect } from "@remix-run/node";
import type { Actor } from "#app/domain/actor.ts";
import { handleOfToken, identifyAffiliate, signOut } from "#app/flows/affiliates/sign-in.ts";
import { now } from "#app/platform/clock.ts";
import { endAffiliateCookie, isOwnOrigin, readAffiliateCookie } from "./cookies.server.ts";
import { errorResponse } from "./respond.ts";

export type AffiliateContext = NonNullable<Awaited<ReturnType<typeof identifyAffiliate>>>;

const headers = { Vary: "Cookie", "Cache-Control": "no-store" };

/** The one way to know an affiliate: the portal's cookie. Throws the way to the form that sends a new link. */
export async function requireAffiliate(request: Request): Promise<AffiliateContext> {
  const token = readAffiliateCookie(request);
  if (token === null) throw redirect("/portal/sign-in", { headers });
  const context = await identifyAffiliate(token, now());
  if (context) return context;
  throw redirect(signInPath(await handleOfToken(token)), {
    headers: { ...headers, "Set-Cookie": endAffiliateCookie() },
  });
}

/** The form that sends a link, of one shop where it is known. */
export function signInPath(handle: string | null): string {
  return handle === null ? "/portal/sign-in" : `/portal/${handle}/sign-in`;
}

/** Forms of the portal set or use its cookie: another site's page must not post them, nor sign anyone in. */
export function refuseForeignForm(request: Request): void {
  if (!isOwnOrigin(request)) throw errorResponse(403, { code: "foreign_request" });
}

/** Ends an affiliate's session on the server and in the browser, and leads to the form of their shop. */
export async function endAffiliateSession(request: Request): Promise<Response> {
  refuseForeignForm(request);
  const token = readAffiliateCookie(request);
  const handle = token === null ? null : await signOut(token, now());
  return redirect(signInPath(handle), { headers: { "Set-Cookie": endAffiliateCookie() } });
}

/** The affiliate as who did something in the portal. */
export function ownActor({ affiliateId, name, email }: AffiliateContext["affiliate"]): Actor {
  return { kind: "affiliate", id: affiliateId, name, email };
}
