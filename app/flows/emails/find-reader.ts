import type { AffiliateId, EventId, ShopId } from "#app/domain/ids.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import type { Mail } from "#app/gateways/email/mail.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type Affiliate, findAffiliate } from "#app/store/affiliates.ts";
import { readEmailShop } from "#app/store/email-shop.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { emailSettingsToken } from "./choose-frequency.ts";

/** An email as it is true now, and the events that are not; no email where none is. */
export type WrittenEmail = { readonly mail: Mail | null; readonly untrue: readonly EventId[] };

export type DatedReader = EmailReader & { readonly timeZone: string; readonly now: Date };
export type FoundReader = {
  readonly reader: DatedReader;
  readonly affiliate: Affiliate;
  readonly shop: Shop;
};

export async function findReader(
  shopId: ShopId,
  affiliateId: AffiliateId,
  now: Date,
): Promise<FoundReader | null> {
  const shop = await findShop(db(), shopId);
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  if (!shop || !affiliate) return null;
  const query = new URLSearchParams({ token: emailSettingsToken(affiliate) });
  const reader = {
    name: affiliate.name,
    email: affiliate.email,
    language: affiliate.language ?? shop.language,
    settingsLink: appAddress(`/portal/notifications?${query.toString()}`),
    shop: await readEmailShop(db(), shopId),
    timeZone: shop.timeZone,
    now,
  };
  return { reader, affiliate, shop };
}

/** False where the app was removed, or the affiliate isn't active or wants no emails about commissions. */
export function wantsEmails({ affiliate, shop }: FoundReader): boolean {
  const isInstalled = shop.installedAt !== null && shop.uninstalledAt === null;
  return isInstalled && affiliate.status === "active" && affiliate.emailFrequency !== "never";
}
