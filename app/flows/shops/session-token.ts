import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import { hashToken } from "#app/platform/crypto.server.ts";

/** How long a merchant stays signed in outside the embedded admin. */
export const sessionMs = 30 * 86_400_000;

/**
 * A token names its shop, then holds its secret: `shp_….secret`. So one indexed look-up under the shop's key finds
 * it, and no shop's token can be looked for among another's. Only the hash is kept.
 */
export function writeToken(shopId: ShopId, secret: string): string {
  return `${shopId}.${secret}`;
}

/** Takes a token or ticket apart; null when it has not the form of one. */
export function readToken(token: string): { shopId: ShopId; hash: string } | null {
  const [shopId = "", secret = "", more] = token.split(".");
  if (more !== undefined || !isIdOf("shop", shopId) || !/^[\w-]{20,100}$/.test(secret)) return null;
  return { shopId: shopId as ShopId, hash: hashToken(token) };
}
