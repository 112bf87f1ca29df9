import type { Ctx } from "#app/domain/context.ts";
import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { RedeemCode } from "#app/gateways/shopify/discounts.ts";
import { removeCodes } from "#app/gateways/shopify/redeem-codes.ts";
import { type Db, db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { lockAffiliate } from "#app/store/affiliates.ts";
import { listAudit, recordAudit } from "#app/store/audit.ts";
import { type AffiliateCode, assignCode, codesByKey, removeCode } from "#app/store/codes.ts";
import { ownersOfCodes } from "#app/store/evidence.ts";
import { recordCodeEvent, type CodeShop } from "./code-parts.ts";
import { settleSalesBy } from "./settle-sales.ts";

const action = "renaming";
/** A rename younger than this may still run and is left alone. `oldestMs`: one older than that is given up. */
const runningMs = 5 * 60_000;
const oldestMs = 2 * 86_400_000;
/** Limit per discount. A program may rename its codes one after the other. */
const mostNoted = 1000;

type CodeRename = { readonly former: string; readonly code: string; readonly affiliateId: string };
/** `at` is when the rename began. The store can't have the new code before. */
type BegunRename = CodeRename & { readonly at: Date; readonly isRunning: boolean };

/** Records a rename before the store is changed, so that an interrupted one can be found. */
export async function noteRenaming(
  { shop: { shopId }, actor, now }: Ctx<CodeShop>,
  discountId: string,
  renaming: CodeRename,
): Promise<void> {
  const subject = { subjectKind: "discount", subjectId: discountId, action };
  await recordAudit(db(), shopId, { ...subject, actor, details: renaming, now });
}

/**
 * Finishes renames that were interrupted after the store got the new code. The books switch as of the rename;
 * the former code counts until it is seen to have left the store, which takes a while. @throws PlatformError
 */
export async function finishRenames(
  shop: CodeShop,
  { discountId, there }: { readonly discountId: string; readonly there: readonly RedeemCode[] },
  now: Date,
): Promise<void> {
  const inStore = (text: string) => there.find((one) => one.code.toLowerCase() === text.toLowerCase());
  for (const renaming of await begunRenamings(shop, discountId, now)) {
    const { former, code, isRunning } = renaming;
    const old = inStore(former);
    if (!inStore(code) || (isRunning && old)) continue;
    const areTheirs = await followInBooks(shop, { ...renaming, discountId, isGone: !old }, now);
    // If the store refuses, the next check tries again.
    if (areTheirs && old) await removeCodes(shop.domain, discountId, [old.id]);
  }
}

async function begunRenamings(shop: CodeShop, discountId: string, now: Date): Promise<BegunRename[]> {
  return (await notedRenamings(shop, discountId)).flatMap((renaming) => {
    const age = now.getTime() - renaming.at.getTime();
    return age > oldestMs ? [] : [{ ...renaming, isRunning: age < runningMs }];
  });
}

/** True if this rename was ever begun. */
export async function wasBegun(shop: CodeShop, discountId: string, renaming: CodeRename): Promise<boolean> {
  return (await notedRenamings(shop, discountId)).some((one) => isSameRename(one, renaming));
}

/**
 * The instant since when sales by the new code belong to the affiliate, if the rename is requested again: the
 * first request. It is never before they got the former code, nor while the new code was another affiliate's.
 */
export async function soldSince(
  shop: CodeShop,
  discountId: string,
  {
    renaming,
    former,
    now,
  }: { readonly renaming: CodeRename; readonly former: AffiliateCode; readonly now: Date },
): Promise<Date> {
  const begun = (await begunRenamings(shop, discountId, now))
    .filter((one) => isSameRename(one, renaming) && one.at >= former.assignedAt)
    .map((one) => one.at.getTime());
  const at = new Date(Math.min(now.getTime(), ...begun));
  return await freeSince(db(), shop.shopId, { code: renaming.code, at });
}

function isSameRename(one: CodeRename, other: CodeRename): boolean {
  const nameOf = ({ affiliateId, former, code }: CodeRename) =>
    `${affiliateId} ${former} ${code}`.toLowerCase();
  return nameOf(one) === nameOf(other);
}

async function notedRenamings(
  { shopId }: CodeShop,
  discountId: string,
): Promise<(CodeRename & { at: Date })[]> {
  const subject = { kind: "discount", id: discountId, limit: mostNoted };
  return (await listAudit(db(), shopId, subject)).flatMap(({ action: what, at, details }) => {
    const { former, code, affiliateId } = details;
    const isWhole = [former, code, affiliateId].every((one) => typeof one === "string");
    return what === action && isWhole ? [{ former, code, affiliateId, at } as CodeRename & { at: Date }] : [];
  });
}

type PlatformRename = BegunRename & {
  readonly discountId: string;
  /** The store no longer has the former code. */
  readonly isGone: boolean;
};

/**
 * Assigns the new code as of the rename and ends the former one once the store no longer has it. Returns true
 * if the new code is the affiliate's and the former one is nobody else's.
 */
async function followInBooks(
  shop: CodeShop,
  { former, code, affiliateId, at, discountId, isRunning, isGone }: PlatformRename,
  now: Date,
): Promise<boolean> {
  const { shopId } = shop;
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    const [before, after] = await findOwnedCodes(tx, shopId, { affiliateId, codes: [former, code], at });
    if (!affiliate || before === "others" || after === "others") return false;
    if (!after && (!before || isRunning)) return false;
    const own = { shopId, affiliateId: affiliate.affiliateId };
    if (!after) {
      const since = await freeSince(tx, shopId, { code, at });
      await assignCode(tx, { ...own, code, at: since, discountId });
      const what = { action: "has a renamed discount code", code, former };
      await recordCodeEvent(tx, affiliate, what, { actor: systemActor, now });
      await settleSalesBy(queue, tx, { shopId, code, since: at });
    }
    if (before && isGone) await removeCode(tx, { ...own, code: former, at: now });
    return true;
  });
}

type OwnedCodesQuery = { readonly affiliateId: string; readonly codes: readonly string[]; readonly at: Date };

/**
 * The affiliate's current rows of these codes, or "others" for a code of somebody else. The first code, the
 * former one, is "others" too if it was assigned to the affiliate again after the rename: it then stays theirs.
 */
async function findOwnedCodes(tx: Tx, shopId: ShopId, { affiliateId, codes, at }: OwnedCodesQuery) {
  const keys = codes.map((code) => code.toLowerCase());
  const owned = await codesByKey(tx, shopId, keys);
  return keys.map((key, place) => {
    const row = owned.find((one) => one.codeKey === key);
    const isNewer = place === 0 && row !== undefined && row.assignedAt > at;
    return row && (isNewer || row.affiliateId !== affiliateId) ? "others" : row;
  });
}

/** The earliest instant from `at` on at which nobody else had the code. Earlier owners keep their time. */
async function freeSince(tx: Db, shopId: ShopId, { code, at }: { code: string; at: Date }): Promise<Date> {
  const had = (await ownersOfCodes(tx, shopId, [code.toLowerCase()])).get(code.toLowerCase()) ?? [];
  return had.reduce((latest, { endedAt }) => (endedAt && endedAt > latest ? endedAt : latest), at);
}
