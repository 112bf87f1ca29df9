const name = "affiliate_session";

type Session = { readonly token: string; readonly expiresAt: Date };

/**
 * The portal's cookie has a name of its own, so that a merchant who looks at the portal keeps both sessions. It goes
 * to every path, because client navigation asks `/portal.data`.
 */
export function writeAffiliateCookie({ token, expiresAt }: Session, now: Date): string {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
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
