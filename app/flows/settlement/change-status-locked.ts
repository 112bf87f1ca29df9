import { type AffiliateStatus, canChangeAffiliateStatus, noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Acting } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";

/** Recorded if an affiliate is suspended without a reason. */
const notStated = "not stated";

export type StatusChange = { readonly status: AffiliateStatus; readonly reason?: string | undefined };

type AffiliateStatusChange = StatusChange & { readonly affiliateId: string; readonly by: Acting };

/**
 * Moves an affiliate to another status, or refuses with the statuses that can follow, before any change. Requesting
 * the current status changes nothing. Earned commissions stay (M20).
 */
export async function changeStatusLocked(
  tx: Tx,
  shopId: ShopId,
  { affiliateId, status: to, reason, by }: AffiliateStatusChange,
): Promise<Refusal | { status: AffiliateStatus }> {
  const affiliate = await lockAffiliate(tx, shopId, affiliateId);
  if (!affiliate) return noSuchAffiliate;
  const { status: from } = affiliate;
  if (from === to) return { status: to };
  if (!canChangeAffiliateStatus(from, to)) {
    return refuse("not-possible", { code: "affiliate_status", from }, "status");
  }
  const stated = reason || (to === "suspended" ? notStated : undefined);
  await updateAffiliate(tx, affiliate, { status: to, updatedAt: by.now });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: `became ${to}`,
    actor: by.actor,
    details: { from, to, ...(stated && { reason: stated }) },
    now: by.now,
  });
  return { status: to };
}
