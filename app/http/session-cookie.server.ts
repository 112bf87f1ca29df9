import { isAppOrigin } from "#app/platform/app-address.server.ts";

const sessionCookie = "merchant_session";
const browserCookie = "install_browser";

/** How long the browser that began an installation is recognised: consent, log-in and result together. */
const browserSeconds = 1_800;

type CookieOptions = { path: string; maxAgeSeconds: number };

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

/** The session token in the cookie, or null. */
export function readSessionCookie(request: Request): string | null {
  return readCookie(request, sessionCookie);
}

export function writeSessionCookie(token: string, expiresAt: Date, now: Date): string {
  const maxAgeSeconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return writeCookie(sessionCookie, token, { path: "/", maxAgeSeconds });
}

export function endSessionCookie(): string {
  return writeCookie(sessionCookie, "", { path: "/", maxAgeSeconds: 0 });
}

/** The secret by which the browser that began an installation is known again when it ends. */
export function readBrowserNonce(request: Request): string | null {
  return readCookie(request, browserCookie);
}

export function writeBrowserNonce(nonce: string): string {
  return writeCookie(browserCookie, nonce, { path: "/auth", maxAgeSeconds: browserSeconds });
}

/**
 * True when the request's own page may have sent it. A browser names the origin of whatever changes state; where the
 * cookie is the proof, another site's page must not be able to use it.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin === null) return request.headers.get("Sec-Fetch-Site") === "same-origin";
  return isAppOrigin(origin, request);
}
