import { type ShopId, shopOfToken } from "#app/domain/ids.ts";
import { hashToken } from "#app/platform/crypto.server.ts";

/** Merchants stay signed in this long outside the embedded admin. */
export const sessionMs = 30 * 86_400_000;

/** The token of a session or ticket. Only its hash is stored. */
export function formatToken(shopId: ShopId, secret: string): string {
  return `${shopId}.${secret}`;
}

/** Null for a text that is no token. */
export function readToken(token: string): { shopId: ShopId; hash: string } | null {
  const shopId = shopOfToken(token);
  return shopId && { shopId, hash: hashToken(token) };
}
