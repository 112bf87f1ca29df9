import { type ShopId, shopOfToken } from "#app/domain/ids.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";

/** Creates a portal token, for an email link or a session. Only its hash is stored. */
export function makeToken(shopId: ShopId): { token: string; hash: string } {
  const token = `${shopId}.${randomToken()}`;
  return { token, hash: hashToken(token) };
}

/** Null for a text that is no token. */
export function readToken(token: string): { shopId: ShopId; hash: string } | null {
  const shopId = shopOfToken(token);
  return shopId && { shopId, hash: hashToken(token) };
}
