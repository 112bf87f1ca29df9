import type { Language } from "#app/domain/languages.ts";
import { db } from "#app/platform/db.server.ts";
import { setAffiliateLanguage, type Affiliate } from "#app/store/affiliates.ts";

/** Keeps the language that an affiliate wants to read. */
export async function chooseLanguage(
  { shopId, affiliateId }: Pick<Affiliate, "shopId" | "affiliateId">,
  language: Language,
): Promise<void> {
  await setAffiliateLanguage(db(), { shopId, affiliateId, language });
}
