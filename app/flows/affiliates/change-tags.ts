import type { Actor } from "#app/domain/actor.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { distinctTags, mostTags, tagKey } from "#app/domain/tags.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { lockAffiliate, updateAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { addTags, listTags, removeTags, tagsOf } from "#app/store/tags.ts";
import type { ManyChanged } from "./change-many-statuses.ts";

export type TagChange = { readonly add: readonly string[]; readonly remove: readonly string[] };

type By = { readonly actor: Actor; readonly now: Date };

/** More than anybody looks through. */
const mostListed = 500;

const tooManyTags = `An affiliate has at most ${mostTags} tags.`;

/** Adds and removes tags of several affiliates, each for itself. */
export async function changeTagsOfMany(
  shopId: ShopId,
  { affiliateIds, ...change }: TagChange & { readonly affiliateIds: readonly string[] },
  by: By,
): Promise<ManyChanged> {
  const unchanged = [];
  const ids = [...new Set(affiliateIds)].toSorted();
  for (const id of ids) {
    const result = await inTransaction((tx) => changeTagsOf(tx, shopId, { id, change, by }));
    if (result) unchanged.push({ id, ...result });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}

type Changing = { readonly id: string; readonly change: TagChange; readonly by: By };

async function changeTagsOf(tx: Tx, shopId: ShopId, { id, change, by }: Changing) {
  const affiliate = await lockAffiliate(tx, shopId, id);
  if (!affiliate) return { name: id.slice(0, 40), reason: "There is no such affiliate" };
  const before = (await tagsOf(tx, shopId, [affiliate.affiliateId])).get(affiliate.affiliateId) ?? [];
  const removed = new Set(change.remove.map(tagKey));
  const after = distinctTags([...before.filter((tag) => !removed.has(tagKey(tag))), ...change.add]);
  if (after.length > mostTags) return { name: affiliate.name, reason: tooManyTags };
  if (!(await writeTags(tx, affiliate, after))) return null;
  await updateAffiliate(tx, affiliate, { updatedAt: by.now });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliate.affiliateId,
    action: "changed",
    actor: by.actor,
    details: { changed: ["tags"] },
    now: by.now,
  });
  return null;
}

/** Gives a locked affiliate exactly these tags; true where anything changed. */
export async function writeTags(
  tx: Tx,
  { shopId, affiliateId }: Pick<Affiliate, "shopId"> & { readonly affiliateId: AffiliateId },
  tags: readonly string[],
): Promise<boolean> {
  const before = (await tagsOf(tx, shopId, [affiliateId])).get(affiliateId) ?? [];
  const wanted = new Set(tags.map(tagKey));
  const had = new Set(before.map(tagKey));
  const removed = before.filter((tag) => !wanted.has(tagKey(tag)));
  const added = tags.filter((tag) => !had.has(tagKey(tag)));
  await removeTags(tx, { shopId, affiliateId, tags: removed });
  await addTags(tx, { shopId, affiliateId, tags: added });
  return removed.length + added.length > 0;
}

/** The shop's tags with how many affiliates have each. */
export async function readTags(shopId: ShopId): Promise<{ tag: string; affiliates: number }[]> {
  return await listTags(db(), shopId, mostListed);
}
