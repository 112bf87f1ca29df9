import type { Ctx } from "#app/domain/context.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { changeAffiliateStatus, type StatusChange } from "./change-status.ts";

export type ManyChanged = {
  readonly changed: number;
  /** Affiliates whose status did not change, with the reason. */
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

/**
 * Moves several affiliates to one status. Each changes on its own, so one that can't change doesn't stop the
 * others.
 */
export async function changeManyStatuses(
  ctx: Ctx,
  { affiliateIds, ...change }: StatusChange & { readonly affiliateIds: readonly string[] },
): Promise<ManyChanged> {
  const { shopId } = ctx.shop;
  const unchanged = [];
  const ids = [...new Set(affiliateIds)];
  for (const id of ids) {
    const result = await changeAffiliateStatus(ctx, id, change);
    if (!isRefusal(result)) continue;
    const affiliate = await findAffiliate(db(), shopId, id);
    unchanged.push({ id, name: affiliate?.name ?? id.slice(0, 40), reason: result.message });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}
