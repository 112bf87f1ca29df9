import { isShopDomain } from "#app/domain/shop-domain.ts";
import { isSessionTokenOf } from "#app/platform/crypto.server.ts";
import { apiSecrets, env } from "#app/platform/env.server.ts";

/**
 * Why this installation can't verify any session token of Shopify: it is signed with another secret than
 * SHOPIFY_API_SECRET, issued for another app than SHOPIFY_API_KEY, both, or the machine's clock is wrong.
 */
export type TokenFault = "secret" | "key" | "secret-and-key" | "clock";

/** Clock tolerance of Shopify's library. */
const toleranceMs = 10_000;
/** A page comes back from the bounce page within seconds, with a new token. */
const bounceMs = 15_000;

/**
 * Finds the fault of this installation for which it refuses a session token. Null if a new token helps, because
 * this one is too old or not from Shopify's admin. `bouncedAt` is when the page was last sent for a new one.
 */
export function findTokenFault(token: string, now: Date, bouncedAt: Date | null): TokenFault | null {
  const claims = claimsOf(token);
  if (claims === null) return null;
  const time = now.getTime();
  const isExpired = claims.exp * 1000 < time - toleranceMs;
  const isFresh = bouncedAt !== null && Math.abs(time - bouncedAt.getTime()) < bounceMs;
  // A tab opened before the secret was rotated has a token under the old secret.
  if (isExpired && !isFresh) return null;
  const isOurSecret = apiSecrets().some((secret) => isSessionTokenOf(secret, token));
  const isOurKey = claims.aud === env().SHOPIFY_API_KEY;
  if (!isOurSecret) return isOurKey ? "secret" : "secret-and-key";
  if (!isOurKey) return "key";
  return isExpired || claims.nbf * 1000 > time + toleranceMs ? "clock" : null;
}

type TokenClaims = { readonly aud: string; readonly nbf: number; readonly exp: number };

/** Null if this is no session token. */
function claimsOf(token: string): TokenClaims | null {
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
