import { type OwnDetailsWire, payoutDetailsAnswerWire } from "#app/contracts/payout-details.ts";
import { encode } from "#app/contracts/wire.ts";
import type { Language } from "#app/domain/languages.ts";
import { otherCountries } from "#app/domain/payouts/account-check.ts";
import { accountKinds, methodOf } from "#app/domain/payouts/details.ts";
import { offeredMethods, readDetails } from "#app/flows/affiliates/read-details.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { countryNames } from "#app/i18n/languages.ts";
import { db } from "#app/platform/db.server.ts";
import { wantsReminders } from "#app/store/payout-reminders.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { shopInfoOf } from "./shop-info.ts";

/** Where the affiliate who is signed in is paid, and the form of the kind that the address asks for. */
export async function ownDetailsOf(
  { shop, affiliate }: AffiliateContext,
  asked: { readonly kind: string | null; readonly language: Language; readonly now: Date },
): Promise<OwnDetailsWire> {
  const { shopId, affiliateId, email } = affiliate;
  const [standing, methods, isReminded] = await Promise.all([
    readDetails(shopId, affiliateId, asked.now),
    offeredMethods(shopId),
    wantsReminders(db(), shopId, affiliateId),
  ]);
  const { name: shopName, timeZone } = shopInfoOf(shop);
  const kinds = accountKinds.filter((kind) => methods.includes(methodOf(kind)));
  const kind = kinds.find((one) => one === asked.kind) ?? kinds[0] ?? null;
  const { current } = standing;
  return {
    details: encode(payoutDetailsAnswerWire, standing),
    kinds,
    kind,
    isCurrentOffered: current === null || methods.includes(current.method),
    isCustomerMissing: current !== null && current.customerMissingAt !== null && standing.next === null,
    countries: kind === "other" ? countryNames(asked.language, otherCountries) : [],
    currency: shop.currency,
    email,
    wantsReminders: isReminded,
    canEmail: hasEmailServer(),
    shopName,
    timeZone,
  };
}
