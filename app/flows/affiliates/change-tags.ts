import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { distinctTags, mostTags, tagKey } from "#app/domain/tags.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { heldTags } from "#app/store/tags.ts";
import type { ManyChanged } from "./change-many-statuses.ts";
import { writeTags } from "./write-tags.ts";

export type TagChange = {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Ends the removed tags without notice; the affiliates are told why. */
  readonly reason?: NoNoticeReason | undefined;
};

const tooManyTags = `An affiliate has at most ${mostTags} tags.`;

/** Adds and removes tags of several affiliates, each for itself. */
export async function changeTagsOfMany(
  ctx: Ctx,
  { affiliateIds, ...change }: TagChange & { readonly affiliateIds: readonly string[] },
): Promise<ManyChanged> {
  const { shopId } = ctx.shop;
  const unchanged = [];
  const ids = [...new Set(affiliateIds)].toSorted();
  for (const id of ids) {
    const result = await inTransaction((tx) => changeTagsOf(tx, shopId, { id, change, by: ctx }));
    if (result) unchanged.push({ id, ...result });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}

type Changing = { readonly id: string; readonly change: TagChange; readonly by: Acting };

async function changeTagsOf(tx: Tx, shopId: ShopId, { id, change, by }: Changing) {
  const affiliate = await lockAffiliate(tx, shopId, id);
  if (!affiliate) return { name: id.slice(0, 40), reason: "There is no such affiliate" };
  const { now } = by;
  const { affiliateId } = affiliate;
  const removed = new Set(change.remove.map(tagKey));
  const staying = (await heldTags(tx, shopId, { affiliateId, now }))
    .filter(({ tag, endsAt }) => endsAt === null && !removed.has(tagKey(tag)))
    .map(({ tag }) => tag);
  if (distinctTags([...staying, ...change.add]).length > mostTags) {
    return { name: affiliate.name, reason: tooManyTags };
  }
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
