import { systemActor } from "#app/domain/actor.ts";
import type { RedeemCode } from "#app/gateways/shopify/discounts.ts";
import { removeCodes } from "#app/gateways/shopify/redeem-codes.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { lockAffiliate } from "#app/store/affiliates.ts";
import { listAudit, recordAudit } from "#app/store/audit.ts";
import { assignCode, codesByKey, removeCode } from "#app/store/codes.ts";
import { tellCode, type By, type Shop } from "./code-parts.ts";

const action = "renaming";
/** A renaming that runs is left alone, and so is one that somebody has looked at for days. */
const runningMs = 5 * 60_000;
const oldestMs = 2 * 86_400_000;

type Renaming = { readonly former: string; readonly code: string; readonly affiliateId: string };

/** Writes down what is about to be done in the store, so that what is cut off half-way is known to be so. */
export async function noteRenaming(
  { shopId }: Shop,
  discountId: string,
  renaming: Renaming,
  { actor, now }: By,
): Promise<void> {
  const subject = { subjectKind: "discount", subjectId: discountId, action };
  await recordAudit(db(), shopId, { ...subject, actor, details: renaming, now });
}

/**
 * Finishes renamings that were cut off after the store had the new code: the books follow, and the former code leaves
 * the store. Answers the codes that the store has then. @throws PlatformError
 */
export async function finishRenames(
  shop: Shop,
  { discountId, there }: { readonly discountId: string; readonly there: readonly RedeemCode[] },
  now: Date,
): Promise<readonly RedeemCode[]> {
  let left = there;
  for (const { former, code, affiliateId } of await cutOff(shop, discountId, now)) {
    const inStore = (text: string) => left.find((one) => one.code.toLowerCase() === text.toLowerCase());
    if (!inStore(code)) continue;
    const isTheirs = await followInBooks(shop, { former, code, affiliateId, discountId }, now);
    const old = inStore(former);
    if (!isTheirs || !old || left.length < 2) continue;
    const faults = await removeCodes(shop.domain, discountId, [old.id]);
    if (faults.length === 0) left = left.filter((one) => one !== old);
  }
  return left;
}

async function cutOff({ shopId }: Shop, discountId: string, now: Date): Promise<Renaming[]> {
  const events = await listAudit(db(), shopId, { kind: "discount", id: discountId });
  return events.flatMap(({ action: what, at, details }) => {
    const age = now.getTime() - at.getTime();
    if (what !== action || age < runningMs || age > oldestMs) return [];
    const { former, code, affiliateId } = details;
    const isWhole = [former, code, affiliateId].every((one) => typeof one === "string");
    return isWhole ? [{ former, code, affiliateId } as Renaming] : [];
  });
}

/** Whether the new code is the affiliate's now, and the former one nobody's. */
async function followInBooks(
  shop: Shop,
  { former, code, affiliateId, discountId }: Renaming & { readonly discountId: string },
  now: Date,
): Promise<boolean> {
  const { shopId } = shop;
  return inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    const owned = await codesByKey(tx, shopId, [former.toLowerCase(), code.toLowerCase()]);
    const before = owned.find((one) => one.codeKey === former.toLowerCase());
    const after = owned.find((one) => one.codeKey === code.toLowerCase());
    if (!affiliate) return false;
    if (after) return after.affiliateId === affiliate.affiliateId && !before;
    if (before?.affiliateId !== affiliate.affiliateId) return false;
    await removeCode(tx, { shopId, affiliateId: affiliate.affiliateId, code: former, at: now });
    await assignCode(tx, { shopId, affiliateId: affiliate.affiliateId, code, at: now, discountId });
    const what = { action: "has a renamed discount code", code, former };
    await tellCode(tx, affiliate, what, { actor: systemActor, now });
    return true;
  });
}
