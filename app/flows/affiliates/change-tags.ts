import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { distinctTags, mostTags, tagKey } from "#app/domain/tags.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { findAffiliate, lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { heldTags } from "#app/store/tags.ts";
import { writeTags } from "./write-tags.ts";

export type TagChange = {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Ends the removed tags without notice. The affiliates are told the reason. */
  readonly reason?: NoNoticeReason | undefined;
};

const tooManyTags = refuse("not-possible", { code: "too_many_tags", most: mostTags });

/** Adds and removes tags of several affiliates. */
export async function changeTagsOfMany(
  ctx: Ctx,
  { affiliateIds, ...change }: TagChange & { readonly affiliateIds: readonly string[] },
): Promise<ManyChanged> {
  const { shopId } = ctx.shop;
  return await changeEach(
    affiliateIds.toSorted(),
    (id) => inTransaction((tx) => changeTagsOf(tx, shopId, { id, change, by: ctx })),
    async (id) => (await findAffiliate(db(), shopId, id))?.name,
  );
}

type AffiliateTagChange = { readonly id: string; readonly change: TagChange; readonly by: Acting };

async function changeTagsOf(
  tx: Tx,
  shopId: ShopId,
  { id, change, by }: AffiliateTagChange,
): Promise<Refusal | null> {
  const affiliate = await lockAffiliate(tx, shopId, id);
  if (!affiliate) return noSuchAffiliate;
  const { now } = by;
  const { affiliateId } = affiliate;
  const removed = new Set(change.remove.map(tagKey));
  const staying = (await heldTags(tx, shopId, { affiliateId, now }))
    .filter(({ tag, endsAt }) => endsAt === null && !removed.has(tagKey(tag)))
    .map(({ tag }) => tag);
  if (distinctTags([...staying, ...change.add]).length > mostTags) return tooManyTags;
  const { add, remove, reason } = change;
  if (!(await writeTags(tx, affiliate, { add, remove }, { now, reason }))) return null;
  await updateAffiliate(tx, affiliate, { updatedAt: by.now });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliate.affiliateId,
    action: "changed",
    actor: by.actor,
    details: { changed: ["tags"], ...(reason && { reason }) },
    now: by.now,
  });
  return null;
}
