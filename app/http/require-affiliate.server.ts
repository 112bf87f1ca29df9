import { redirect } from "@remix-run/node";
import type { Actor } from "#app/domain/actor.ts";
import { handleOfToken, identifyAffiliate, signOut } from "#app/flows/affiliates/sign-in.ts";
import { now } from "#app/platform/clock.ts";
import { errorResponse } from "./respond.ts";
import { isOwnOrigin } from "./session-cookie.server.ts";

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
  if (!isOwnOrigin(request)) throw errorResponse(403, "This request came from another site");
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

const name = "affiliate_session";

type Session = { readonly token: string; readonly expiresAt: Date };

/**
 * The portal's cookie has a name of its own, so that a merchant who looks at the portal keeps both sessions. It goes
 * to every path, because client navigation asks `/portal.data`.
 */
export function writeAffiliateCookie({ token, expiresAt }: Session, at: Date): string {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - at.getTime()) / 1000));
  return `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`;
}

export function endAffiliateCookie(): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
}

/** The token in the cookie, or null. */
export function readAffiliateCookie(request: Request): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [key = "", ...value] = part.trim().split("=");
    if (key === name && value.length > 0) return value.join("=");
  }
  return null;
}
