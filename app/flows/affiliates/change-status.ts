import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { Ctx } from "#app/domain/context.ts";
import { canChangeAffiliateStatus, type AffiliateStatus, noSuchAffiliate } from "#app/domain/affiliate.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate, lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";

/** Recorded if an affiliate is suspended without a reason. */
const notStated = "not stated";

export type StatusChange = { readonly status: AffiliateStatus; readonly reason?: string | undefined };

/**
 * Moves an affiliate to another status, or refuses with the statuses that can follow. Requesting the current status
 * changes nothing. Earned commissions stay (M20).
 */
export async function changeAffiliateStatus(
  ctx: Ctx,
  affiliateId: string,
  change: StatusChange,
): Promise<Refusal | { status: AffiliateStatus }> {
  const { shopId } = ctx.shop;
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const { status: from } = affiliate;
    const { status: to, reason } = change;
    if (from === to) return { status: to };
    if (!canChangeAffiliateStatus(from, to)) {
      return refuse("not-possible", { code: "affiliate_status", from }, "status");
    }
    const stated = reason || (to === "suspended" ? notStated : undefined);
    await updateAffiliate(tx, affiliate, { status: to, updatedAt: ctx.now });
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: `became ${to}`,
      actor: ctx.actor,
      details: { from, to, ...(stated && { reason: stated }) },
      now: ctx.now,
    });
    return { status: to };
  });
}

/** Moves several affiliates to one status. */
export async function changeManyStatuses(
  ctx: Ctx,
  { affiliateIds, ...change }: StatusChange & { readonly affiliateIds: readonly string[] },
): Promise<ManyChanged> {
  return await changeEach(
    affiliateIds,
    (id) => changeAffiliateStatus(ctx, id, change),
    async (id) => (await findAffiliate(db(), ctx.shop.shopId, id))?.name,
  );
}
