import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate, lockAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { deletePause, findPause, insertPause } from "#app/store/payout-settings.ts";

type PayoutPause = {
  readonly paused: boolean;
  readonly note: string;
  readonly by: string | null;
  readonly since: Date | null;
};

/** Reads if an affiliate's payouts are paused, and by whom. Refuses if there is no such affiliate. */
export async function readPayoutPause(shopId: ShopId, affiliateId: string): Promise<PayoutPause | Refusal> {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  if (!affiliate) return noSuchAffiliate;
  const hold = await findPause(db(), shopId, affiliate.affiliateId);
  if (!hold) return { paused: false, note: "", by: null, since: null };
  return { paused: true, note: hold.note, by: hold.by.name, since: hold.since };
}

/** Pauses an affiliate's payouts until somebody resumes them. Payments that were not sent yet are not sent. */
export async function pausePayouts(
  { shop: { shopId }, actor, now }: Ctx,
  affiliateId: string,
  note: string,
): Promise<Refusal | null> {
  return inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const row = { shopId, affiliateId: affiliate.affiliateId, note, by: actor, since: now };
    if (!(await insertPause(tx, row))) {
      return refuse("conflict", { code: "payouts_paused" });
    }
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliate.affiliateId,
      action: "payouts-paused",
      actor,
      details: { note },
      now,
    });
    return null;
  });
}

export async function resumePayouts(
  { shop: { shopId }, actor, now }: Ctx,
  affiliateId: string,
): Promise<Refusal | null> {
  return inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (!(await deletePause(tx, shopId, affiliate.affiliateId))) {
      return refuse("conflict", { code: "payouts_not_paused" });
    }
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliate.affiliateId,
      action: "payouts-hold-lifted",
      actor,
      now,
    });
    return null;
  });
}
