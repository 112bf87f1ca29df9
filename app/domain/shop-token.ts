import { isIdOf, type ShopId } from "./ids.ts";

/**
 * The shop of a token: `shp_….secret`. Naming the shop makes one look-up under its key possible, and no shop's token can
 * be searched for among another's. Null for any other text.
 */
export function shopOfToken(token: string): ShopId | null {
  const [shopId = "", secret = "", more] = token.split(".");
  if (more !== undefined || !isIdOf("shop", shopId) || !/^[\w-]{20,100}$/.test(secret)) return null;
  return shopId as ShopId;
}
