import { systemActor } from "#app/domain/actor.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { type AffiliateCode, dueCodes, scheduleCodeEnd, shopsWithDueCodes } from "#app/store/codes.ts";
import { deleteCode, pauseCode } from "./change-code.ts";
import type { CodeShop } from "./code-parts.ts";
import { removeDiscountCode } from "./discount-codes.ts";

/**
 * Ends the codes whose notice period is over. A removal counts from its scheduled instant (T15). A pause or deletion
 * counts from when the store has done it, because the code sells until then.
 */
export async function endDueCodes(now: Date): Promise<void> {
  for (const shop of await shopsWithDueCodes(db(), now)) {
    for (const row of await dueCodes(db(), shop.shopId, now)) await tryToEndCode(shop, row, now);
  }
}

async function tryToEndCode(shop: CodeShop, row: AffiliateCode, now: Date): Promise<void> {
  try {
    const refusal = await endCode(shop, row, now);
    if (isRefusal(refusal)) await retryOrUnschedule(shop, row, refusal);
  } catch (error) {
    log.warn("A code could not be ended", { shop: shop.shopId, ...describeError(error) });
  }
}

async function endCode(shop: CodeShop, row: AffiliateCode, now: Date): Promise<Refusal | null> {
  const { affiliateId, code, endsHow, endsAt } = row;
  const by = { actor: systemActor, now };
  const ending = { isDue: true };
  if (endsHow === "paused") return await pauseCode({ shop, ...by }, { affiliateId, code }, ending);
  if (endsHow === "deleted") return await deleteCode({ shop, ...by }, { affiliateId, code }, ending);
  return await removeDiscountCode({ shop, ...by }, { affiliateId, code, at: endsAt ?? now }, ending);
}

/** If the store can't be asked, tries again later. If the store has no such code, there is nothing to end. */
async function retryOrUnschedule(
  { shopId }: CodeShop,
  { codeKey }: AffiliateCode,
  refusal: Refusal,
): Promise<void> {
  log.warn("A code could not be ended", { shop: shopId, reason: refusal.reason.code });
  if (refusal.refused === "unavailable") return;
  await inTransaction((tx) => scheduleCodeEnd(tx, shopId, codeKey, { endsAt: null, endsHow: null }));
}
