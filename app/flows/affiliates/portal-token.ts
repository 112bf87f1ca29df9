import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";

/**
 * A new token of the portal, for a mail link or a session: `shp_….secret`. It names its shop, so that no shop's token
 * can be looked for among another's. Only the hash is kept.
 */
export function makeToken(shopId: ShopId): { token: string; hash: string } {
  const token = `${shopId}.${randomToken()}`;
  return { token, hash: hashToken(token) };
}

/** Takes a token apart; null when it has not the form of one. */
export function readToken(token: string): { shopId: ShopId; hash: string } | null {
  const [shopId = "", secret = "", more] = token.split(".");
  if (more !== undefined || !isIdOf("shop", shopId) || !/^[\w-]{20,100}$/.test(secret)) return null;
  return { shopId: shopId as ShopId, hash: hashToken(token) };
}
