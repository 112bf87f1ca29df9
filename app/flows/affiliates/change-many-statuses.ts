import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { changeAffiliateStatus, type StatusChange } from "./change-status.ts";

export type ManyChanged = {
  readonly changed: number;
  /** Who could not change, and why. */
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

/** Moves several affiliates to one status, each for itself: one who cannot go there does not hold up the others. */
export async function changeManyStatuses(
  shopId: ShopId,
  { affiliateIds, ...change }: StatusChange & { readonly affiliateIds: readonly string[] },
  by: { actor: Actor; now: Date },
): Promise<ManyChanged> {
  const unchanged = [];
  const ids = [...new Set(affiliateIds)];
  for (const id of ids) {
    const result = await changeAffiliateStatus(shopId, id, change, by);
    if (!isRefusal(result)) continue;
    const affiliate = await findAffiliate(db(), shopId, id);
    unchanged.push({ id, name: affiliate?.name ?? id.slice(0, 40), reason: result.message });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}
