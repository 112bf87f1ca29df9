import { isShopDomain } from "#app/domain/shop-domain.ts";
import { isSessionTokenOf } from "#app/platform/crypto.server.ts";
import { apiSecrets, env } from "#app/platform/env.server.ts";

/**
 * Why no session token of the platform can be verified here: it is signed with another secret than SHOPIFY_API_SECRET,
 * made for another app than SHOPIFY_API_KEY, both, or not of this machine's time because its clock is wrong.
 */
export type TokenFault = "secret" | "key" | "secret-and-key" | "clock";

/** As much as the library tolerates. */
const toleranceMs = 10_000;
/** A page comes back from the bounce page within seconds, with a token that was just made. */
const bounceMs = 15_000;

/**
 * What this installation has to change before a refused session token would be accepted. Null where a new token helps:
 * this one is too old, or was not made by the platform's admin. `bouncedAt` is when the page was sent for a new one last.
 */
export function findTokenFault(token: string, now: Date, bouncedAt: Date | null): TokenFault | null {
  const claims = claimsOf(token);
  if (claims === null) return null;
  const time = now.getTime();
  const isExpired = claims.exp * 1000 < time - toleranceMs;
  const isFresh = bouncedAt !== null && Math.abs(time - bouncedAt.getTime()) < bounceMs;
  // A tab from before a rotation of the secret holds a token under the old one.
  if (isExpired && !isFresh) return null;
  const isOurSecret = apiSecrets().some((secret) => isSessionTokenOf(secret, token));
  const isOurKey = claims.aud === env().SHOPIFY_API_KEY;
  if (!isOurSecret) return isOurKey ? "secret" : "secret-and-key";
  if (!isOurKey) return "key";
  return isExpired || claims.nbf * 1000 > time + toleranceMs ? "clock" : null;
}

type Claims = { readonly aud: string; readonly nbf: number; readonly exp: number };

/** Null where this is no session token. */
function claimsOf(token: string): Claims | null {
  try {
    const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const { aud, nbf, exp, dest } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = typeof aud === "string" && typeof nbf === "number" && typeof exp === "number";
    if (!isWhole || typeof dest !== "string") return null;
    return isShopDomain(new URL(dest).hostname) ? { aud, nbf, exp } : null;
  } catch {
    return null;
  }
}
