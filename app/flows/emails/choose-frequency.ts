import type { EmailFrequency } from "#app/domain/events.ts";
import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type Affiliate, findAffiliate, setEmailFrequency } from "#app/store/affiliates.ts";
import { findShop, type Shop } from "#app/store/shops.ts";

type AffiliateKey = Pick<Affiliate, "shopId" | "affiliateId">;

const contextOf = (shopId: string) => `email-settings:${shopId}`;

/**
 * A token that lets the reader of an email change how often the affiliate gets them, and nothing else. It never
 * expires.
 */
export function emailSettingsToken({ shopId, affiliateId }: AffiliateKey): string {
  return `${shopId}.${encrypt(affiliateId, contextOf(shopId))}`;
}

/** The affiliate of a token and their store. Null for an invalid token. */
export async function findByEmailToken(
  token: string,
): Promise<{ readonly affiliate: Affiliate; readonly shop: Shop } | null> {
  const [shopId = ""] = token.split(".", 1);
  const affiliateId = openToken(shopId, token.slice(shopId.length + 1));
  if (affiliateId === null) return null;
  const shop = await findShop(db(), shopId as ShopId);
  const affiliate = shop && (await findAffiliate(db(), shop.shopId, affiliateId));
  return shop && affiliate ? { shop, affiliate } : null;
}

function openToken(shopId: string, sealed: string): string | null {
  if (!isIdOf("shop", shopId)) return null;
  try {
    return decrypt(sealed, contextOf(shopId));
  } catch {
    return null;
  }
}

/** Saves how often an affiliate wants emails about commissions. */
export async function chooseEmailFrequency(
  { shopId, affiliateId }: AffiliateKey,
  emailFrequency: EmailFrequency,
): Promise<void> {
  await setEmailFrequency(db(), { shopId, affiliateId, emailFrequency });
}
