import { idPrefixes, type AffiliateId, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import type { Language } from "#app/domain/languages.ts";
import { referralKey, suggestReferralCode } from "#app/domain/referral-code.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";
import { insertAffiliate, joinPrograms, takenCodes } from "#app/store/affiliates.ts";

export type NewAffiliate = {
  readonly name: string;
  readonly email: string;
  /** Suggested from the name if missing. */
  readonly referralCode?: string | undefined;
  readonly status: "invited" | "active";
  readonly programIds: readonly string[];
  readonly note: string;
  /** Null until the affiliate chooses one. */
  readonly language?: Language | null;
  readonly now: Date;
};

/**
 * Inserts an affiliate and their memberships. @throws a unique violation if another affiliate has the address or the
 * code.
 */
export async function addAffiliate(
  tx: Tx,
  { shopId }: { readonly shopId: ShopId },
  { name, email, status, programIds, note, language = null, now, ...given }: NewAffiliate,
): Promise<{ affiliateId: AffiliateId; referralCode: string }> {
  const affiliateId = newId<AffiliateId>(idPrefixes.affiliate, now);
  const referralCode = given.referralCode ?? (await suggestCode(tx, shopId, name));
  await insertAffiliate(tx, {
    shopId,
    affiliateId,
    name,
    email,
    emailKey: email.toLowerCase(),
    status,
    referralCode,
    codeKey: referralKey(referralCode),
    note,
    language,
    invitedAt: status === "invited" ? now : null,
    acceptedAt: status === "active" ? now : null,
    createdAt: now,
    updatedAt: now,
  });
  const joined = [...new Set(programIds)] as ProgramId[];
  await joinPrograms(
    tx,
    joined.map((programId) => ({ shopId, affiliateId, programId, at: now })),
  );
  return { affiliateId, referralCode };
}

async function suggestCode(tx: Tx, shopId: ShopId, name: string): Promise<string> {
  const latinName = latinLetters(name);
  const stem = referralKey(suggestReferralCode(latinName, () => false));
  const taken = await takenCodes(tx, shopId, [stem]);
  return suggestReferralCode(latinName, (key) => taken.has(key));
}
