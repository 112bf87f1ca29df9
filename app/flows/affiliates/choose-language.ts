import type { Language } from "#app/domain/languages.ts";
import { db } from "#app/platform/db.server.ts";
import { setAffiliateLanguage, type Affiliate } from "#app/store/affiliates.ts";

/** Saves an affiliate's language. */
export async function chooseLanguage(
  { shopId, affiliateId }: Pick<Affiliate, "shopId" | "affiliateId">,
  language: Language,
): Promise<void> {
  await setAffiliateLanguage(db(), { shopId, affiliateId, language });
}
