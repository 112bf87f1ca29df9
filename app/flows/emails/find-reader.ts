import type { AffiliateId, EventId, ShopId } from "#app/domain/ids.ts";
import type { EmailReader } from "#app/gateways/email/event-mail.ts";
import type { Mail } from "#app/domain/emails/mail.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type Affiliate, findAffiliate } from "#app/store/affiliates.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { emailSettingsToken } from "./choose-frequency.ts";

/** An email that is true now, and the events that no longer are. Null if there is nothing to send. */
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

/** True if the app can email the store's affiliates. */
export function isInstalled({ shop }: Pick<FoundReader, "shop">): boolean {
  return shop.installedAt !== null && shop.uninstalledAt === null;
}

/** False if the app was uninstalled, or the affiliate isn't active or wants no emails. */
export function wantsEmails(found: FoundReader): boolean {
  const { status, emailFrequency } = found.affiliate;
  return isInstalled(found) && status === "active" && emailFrequency !== "never";
}
