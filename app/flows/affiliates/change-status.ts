import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { Ctx } from "#app/domain/context.ts";
import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { changeStatusLocked, type StatusChange } from "#app/flows/settlement/change-status-locked.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";

/** Moves an affiliate to another status, or refuses. */
export async function changeAffiliateStatus(
  ctx: Ctx,
  affiliateId: string,
  change: StatusChange,
): Promise<Refusal | { status: AffiliateStatus }> {
  const { shopId } = ctx.shop;
  return await inTransaction((tx) => changeStatusLocked(tx, shopId, { ...change, affiliateId, by: ctx }));
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
