import { isAppOrigin } from "#app/platform/app-address.server.ts";

const merchantCookie = "merchant_session";
/** Differs from the merchant's, so that a merchant who looks at the portal keeps both sessions. */
const affiliateCookie = "affiliate_session";
const browserCookie = "install_browser";

/** Enough for consent, log-in and the result of an installation. */
const browserSeconds = 1_800;

type Session = { readonly token: string; readonly expiresAt: Date };

/** The merchant's session token, or null. */
export function readSessionCookie(request: Request): string | null {
  return readCookie(request, merchantCookie);
}

export function writeSessionCookie(session: Session, now: Date): string {
  return writeSession(merchantCookie, session, now);
}

export function endSessionCookie(): string {
  return writeCookie(merchantCookie, "", { path: "/", maxAgeSeconds: 0 });
}

/** The affiliate's session token, or null. */
export function readAffiliateCookie(request: Request): string | null {
  return readCookie(request, affiliateCookie);
}

/** For every path, because client navigation requests `/portal.data`. */
export function writeAffiliateCookie(session: Session, now: Date): string {
  return writeSession(affiliateCookie, session, now);
}

export function endAffiliateCookie(): string {
  return writeCookie(affiliateCookie, "", { path: "/", maxAgeSeconds: 0 });
}

/** Recognizes the browser that began an installation when it ends. */
export function readBrowserNonce(request: Request): string | null {
  return readCookie(request, browserCookie);
}

export function writeBrowserNonce(nonce: string): string {
  return writeCookie(browserCookie, nonce, { path: "/auth", maxAgeSeconds: browserSeconds });
}

/**
 * True if the app's own page may have sent the request. A cookie proves nothing about the page, and browsers name the
 * origin of every request that changes state.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin === null) return request.headers.get("Sec-Fetch-Site") === "same-origin";
  return isAppOrigin(origin, request);
}

function writeSession(name: string, { token, expiresAt }: Session, now: Date): string {
  const maxAgeSeconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return writeCookie(name, token, { path: "/", maxAgeSeconds });
}

type CookieOptions = { readonly path: string; readonly maxAgeSeconds: number };

function writeCookie(name: string, value: string, { path, maxAgeSeconds }: CookieOptions): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`;
}

function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [key = "", ...value] = part.trim().split("=");
    if (key === name && value.length > 0) return value.join("=");
  }
  return null;
}
