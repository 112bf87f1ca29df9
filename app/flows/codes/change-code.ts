import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import { isNewCode } from "#app/domain/codes/code-template.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { isStorable } from "#app/domain/plain.ts";
import { updateDiscount } from "#app/gateways/shopify/change-discounts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findAffiliate, lockAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import {
  type AffiliateCode,
  assignCode,
  codesByKey,
  noteCodes,
  removeCode,
  scheduleCodeEnd,
} from "#app/store/codes.ts";
import { keepDiscount, noteDiscount } from "#app/store/discounts.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { askPlatform, refusalOf } from "./ask-platform.ts";
import { countingFrom, noSuchCode, recordCodeEvent, type CodeShop, type CodeKey } from "./code-parts.ts";
import { type CodeEndOptions, recordCodeEnd, recordScheduledEnd, waitForNotice } from "./code-notice.ts";
import { noteRenaming, soldSince, wasBegun } from "./finish-renames.ts";
import {
  addOneCode,
  endDiscount,
  findPlatformCode,
  reopenDiscount,
  removeOneCode,
  type PlatformCode,
} from "./platform-codes.ts";
import { settleSalesBy } from "./settle-sales.ts";

/**
 * Renames a code, in the store first. The former code keeps its orders and counts for its owner until the store
 * has removed it; until then the owner has both. If the store fails halfway, the steps done are recorded and
 * reported. The discount's next check finishes the rename, and so does asking for it again.
 */
export async function renameCode(ctx: Ctx<CodeShop>, named: CodeKey, to: string): Promise<Refusal | null> {
  const { shop } = ctx;
  const meanwhile = countingFrom(ctx.now);
  const asked = await openRenaming(shop, named, to);
  if (isRefusal(asked)) return asked;
  const { own, halfDone } = asked;
  const theirs = await findPlatformCode(shop, own.row);
  if (halfDone && isGoneFromPlatform(theirs)) return await endFormerCode(shop, own, meanwhile());
  if (isRefusal(theirs)) return theirs;
  // The store's admin has moved the former code to another discount, so this rename must not remove it there.
  if (halfDone && halfDone.discountId !== theirs.discount.discountId) return theirsAlready;
  return (
    (await replacePlatformCode(ctx, { own, theirs, to })) ?? (await endFormerCode(shop, own, meanwhile()))
  );
}

/**
 * A rename that is possible. `halfDone` is the new code, if only the removal of the former one was not
 * confirmed.
 */
type OpenedRename = { readonly own: OwnCode; readonly halfDone: AffiliateCode | null };

async function openRenaming(shop: CodeShop, named: CodeKey, to: string): Promise<OpenedRename | Refusal> {
  if (!isNewCode(to)) return refuse("invalid", { code: "value_invalid", what: "discount_code" }, "newCode");
  if (to.toLowerCase() === named.code.toLowerCase()) {
    return refuse("invalid", { code: "code_unchanged" }, "newCode");
  }
  const own = await findOwnCode(shop, named);
  if (isRefusal(own)) return own;
  if (own.row.status !== "active") return refuse("not-possible", notWorking[own.row.status], "newCode");
  const [taken] = await codesByKey(db(), shop.shopId, [to.toLowerCase()]);
  if (!taken) return { own, halfDone: null };
  if (taken.affiliateId !== own.affiliateId) return takenHere;
  const { affiliateId, discountId, status } = taken;
  const renaming = { former: own.row.code, code: to, affiliateId };
  const isBegun = status === "active" && discountId !== null && (await wasBegun(shop, discountId, renaming));
  return isBegun ? { own, halfDone: taken } : theirsAlready;
}

type CodeReplacement = { readonly own: OwnCode; readonly theirs: PlatformCode; readonly to: string };

/**
 * Adds the new code to the store and the books, then removes the former one from the store. Returns a refusal
 * or null.
 */
async function replacePlatformCode(
  ctx: Ctx<CodeShop>,
  { own, theirs, to }: CodeReplacement,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const { shopId } = shop;
  const { discountId } = theirs.discount;
  const renaming = { former: own.row.code, code: to, affiliateId: own.affiliateId };
  await noteRenaming(ctx, discountId, renaming);
  const queue = await openQueue();
  const renamed = await renamePlatformCode(shop, theirs, to);
  if (isRefusal(renamed)) return renamed;
  const known = { renaming, former: own.row, now: ctx.now };
  const at = renamed.wasThere ? await soldSince(shop, discountId, known) : ctx.now;
  const lost = await updateOwnCode(shop, own, async (tx, affiliate) => {
    const given = { shopId, affiliateId: affiliate.affiliateId, code: to, at, discountId };
    if (!(await assignCode(tx, given))) return (await belongsToAffiliate(tx, given)) ? null : takenHere;
    const what = { action: "has a renamed discount code", code: to, former: own.row.code };
    await recordCodeEvent(tx, affiliate, what, ctx);
    await recordRenameEvent(tx, affiliate, { code: to, formerCode: own.row.code }, ctx);
    await settleSalesBy(queue, tx, { shopId, code: to, since: at });
    return null;
  });
  if (lost || !renamed.isBeside) return lost;
  // Among many codes, the new one is added first and the former one removed last, so orders always find one of
  // them.
  return await removeOneCode(shop, { ...theirs, isOnly: false }, own.row.code);
}

/** Ends a renamed code's former text once the store no longer has it. Does nothing if it has ended already. */
async function endFormerCode(shop: CodeShop, own: OwnCode, at: Date): Promise<null> {
  await updateOwnCode(shop, own, async (tx, { affiliateId }) => {
    await removeCode(tx, { shopId: shop.shopId, affiliateId, code: own.row.code, at });
    return null;
  });
  return null;
}

type CodeOfShop = CodeKey & { readonly shopId: ShopId };

async function belongsToAffiliate(tx: Tx, { shopId, code, affiliateId }: CodeOfShop): Promise<boolean> {
  const [row] = await codesByKey(tx, shopId, [code.toLowerCase()]);
  return row?.affiliateId === affiliateId;
}

const takenHere = refuse("conflict", { code: "code_taken" }, "newCode");
const theirsAlready = refuse("conflict", { code: "code_assigned" }, "newCode");

const notWorking = {
  paused: { code: "code_paused" },
  missing: { code: "code_missing_in_store" },
  active: { code: "code_unchanged" },
} as const;

/** `isBeside`: the store still has the former code. `wasThere`: it had the new code before this request. */
type RenamedPlatformCode = { readonly isBeside: boolean; readonly wasThere?: boolean };

async function renamePlatformCode(
  shop: CodeShop,
  theirs: PlatformCode,
  to: string,
): Promise<RenamedPlatformCode | Refusal> {
  const { discount, isOnly } = theirs;
  const { kind } = discount.details.value;
  const add = async () =>
    (await addOneCode(shop, discount.discountId, { code: to, field: "newCode" })) ?? { isBeside: true };
  // An earlier try may have added the code without getting an answer.
  const isThere = theirs.codes.some((one) => one.code.toLowerCase() === to.toLowerCase());
  if (isThere && !isOnly) return { isBeside: true, wasThere: true };
  if (!isOnly || kind === "other") return await add();
  const change = { kind: kind === "free-shipping" ? kind : "basic", input: { code: to } } as const;
  const asked = await askPlatform(() => updateDiscount(shop.domain, discount.discountId, change), "newCode");
  if (isRefusal(asked)) return asked;
  if (asked.answer.some((one) => /bulk discount/i.test(one.message))) return await add();
  return asked.answer.length > 0 ? refusalOf(asked.answer, "newCode") : { isBeside: false };
}

/**
 * Pauses a code in the store until it is resumed: the whole discount if it has no other code, otherwise the
 * code alone. The code keeps working until the notice period ends, unless there is a reason.
 */
export async function pauseCode(
  ctx: Ctx<CodeShop>,
  named: CodeKey,
  ending: CodeEndOptions = {},
): Promise<Refusal | null> {
  const { shop } = ctx;
  const own = await findOwnCode(shop, named);
  if (isRefusal(own)) return own;
  if (own.row.status === "paused") return null;
  if (await waitForNotice(ctx, named, { ...ending, how: "paused" })) return null;
  const theirs = await findPlatformCode(shop, own.row);
  if (isRefusal(theirs)) return theirs;
  const { discount, isOnly } = theirs;
  const refusal = isOnly
    ? await endDiscount(shop, discount)
    : await removeOneCode(shop, theirs, own.row.code);
  if (refusal) return refusal;
  return await updateOwnCode(shop, own, async (tx, affiliate) => {
    // Keeps the discount as it was before the pause, with its own end date.
    const kept = isOnly ? { ...discount, status: "expired" as const } : discount;
    await keepDiscount(tx, shop.shopId, kept, { now: ctx.now, notice: null });
    await noteCodes(tx, shop.shopId, [own.row.codeKey], {
      status: "paused",
      discountId: discount.discountId,
    });
    await scheduleCodeEnd(tx, shop.shopId, own.row.codeKey, { endsAt: null, endsHow: null });
    await recordCodeEvent(tx, affiliate, { action: "has a paused discount code", code: own.row.code }, ctx);
    await recordCodeEnd(tx, affiliate, { code: own.row.code, ending }, ctx);
    return null;
  });
}

/** Makes a paused or missing code work again in the store. */
export async function resumeCode(ctx: Ctx<CodeShop>, named: CodeKey): Promise<Refusal | null> {
  const { shop } = ctx;
  const own = await findOwnCode(shop, named);
  if (isRefusal(own)) return own;
  if (own.row.status === "active") return await resumeInBooks(ctx, own);
  const refusal = await reopenPlatformCode(shop, own.row, ctx.now);
  if (refusal) return refusal;
  return await updateOwnCode(shop, own, async (tx, affiliate) => {
    await noteCodes(tx, shop.shopId, [own.row.codeKey], { status: "active" });
    await recordCodeEvent(tx, affiliate, { action: "has a resumed discount code", code: own.row.code }, ctx);
    return null;
  });
}

/** Withdraws the scheduled end of a code that waits for the notice period. */
async function resumeInBooks(ctx: Ctx<CodeShop>, own: OwnCode): Promise<Refusal | null> {
  const { shop } = ctx;
  const { endsAt, codeKey, code } = own.row;
  if (endsAt === null) return null;
  return await updateOwnCode(shop, own, async (tx, affiliate) => {
    await scheduleCodeEnd(tx, shop.shopId, codeKey, { endsAt: null, endsHow: null });
    await recordCodeEvent(tx, affiliate, { action: "keeps a discount code", code }, ctx);
    await recordScheduledEnd(tx, affiliate, "code.end_withdrawn", { code, endsAt }, ctx);
    return null;
  });
}

async function reopenPlatformCode(
  shop: CodeShop,
  { code, discountId }: AffiliateCode,
  now: Date,
): Promise<Refusal | null> {
  if (discountId === null) return goneRefusal;
  const opened = await reopenDiscount(shop, discountId, now);
  if (isRefusal(opened)) return opened;
  return opened.keys.has(code.toLowerCase())
    ? null
    : await addOneCode(shop, discountId, { code, field: "code" });
}

const goneRefusal = refuse("not-possible", { code: "discount_deleted" }, "code");

/**
 * Deletes a code in the store, with its discount if it has no other code, and ends it here. Its orders stay.
 * The code keeps working until the notice period ends, unless there is a reason.
 */
export async function deleteCode(
  ctx: Ctx<CodeShop>,
  named: CodeKey,
  ending: CodeEndOptions = {},
): Promise<Refusal | null> {
  const { shop } = ctx;
  const meanwhile = countingFrom(ctx.now);
  const own = await findOwnCode(shop, named);
  if (isRefusal(own)) return own;
  if (await waitForNotice(ctx, named, { ...ending, how: "deleted" })) return null;
  const theirs = await findPlatformCode(shop, own.row);
  if (isRefusal(theirs) && !isGoneFromPlatform(theirs)) return theirs;
  const refusal = isRefusal(theirs) ? null : await removeOneCode(shop, theirs, own.row.code);
  if (refusal) return refusal;
  return await updateOwnCode(shop, own, async (tx, affiliate) => {
    const { affiliateId } = affiliate;
    await removeCode(tx, { shopId: shop.shopId, affiliateId, code: own.row.code, at: meanwhile() });
    if (!isRefusal(theirs) && theirs.isOnly) {
      const gone = { ...theirs.discount, status: "deleted" as const };
      await keepDiscount(tx, shop.shopId, gone, { now: ctx.now, notice: null });
    }
    await recordCodeEvent(tx, affiliate, { action: "had a discount code deleted", code: own.row.code }, ctx);
    await recordCodeEnd(tx, affiliate, { code: own.row.code, ending }, ctx);
    return null;
  });
}

/** Tells an affiliate that one code replaces another. */
async function recordRenameEvent(
  tx: Tx,
  { shopId, affiliateId }: Affiliate,
  { code, formerCode }: { readonly code: string; readonly formerCode: string },
  { now }: Acting,
): Promise<void> {
  const payload = { affiliateId, code, formerCode };
  const subjectId = code.toLowerCase();
  await recordEvents(tx, shopId, [{ name: "code.changed", subjectId, affiliateId, payload }], now);
}

/** True if the store no longer has the code. */
function isGoneFromPlatform(theirs: PlatformCode | Refusal): boolean {
  return isRefusal(theirs) && theirs.refused === "not-possible";
}

type OwnCode = { readonly affiliateId: string; readonly row: AffiliateCode };

async function findOwnCode({ shopId }: CodeShop, { affiliateId, code }: CodeKey): Promise<OwnCode | Refusal> {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  if (!affiliate) return noSuchAffiliate;
  const [row] = isStorable(code) ? await codesByKey(db(), shopId, [code.toLowerCase()]) : [];
  return row?.affiliateId === affiliate.affiliateId ? { affiliateId, row } : noSuchCode;
}

type CodeWrite = (tx: Tx, affiliate: Affiliate) => Promise<Refusal | null>;

/** Records what the store has done already. Refuses if the code changed here in the meantime. */
async function updateOwnCode({ shopId }: CodeShop, own: OwnCode, write: CodeWrite): Promise<Refusal | null> {
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, own.affiliateId);
    const [row] = await codesByKey(tx, shopId, [own.row.codeKey]);
    if (!affiliate || row?.affiliateId !== affiliate.affiliateId) return noSuchCode;
    const refusal = await write(tx, affiliate);
    // The notice came from a webhook about this change, so it is cleared.
    if (!refusal && row.discountId) await noteDiscount(tx, shopId, row.discountId, { notice: null });
    return refusal;
  });
}
