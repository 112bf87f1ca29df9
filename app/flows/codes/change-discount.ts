import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { deleteDiscount } from "#app/gateways/shopify/change-discounts.ts";
import { readDiscount } from "#app/gateways/shopify/discounts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { type AffiliateCode, codesOfDiscount, noteCodes, removeCode } from "#app/store/codes.ts";
import { findDiscountRow, keepDiscount, noteDiscount } from "#app/store/discounts.ts";
import { askPlatform, refusalOf } from "./ask-platform.ts";
import { codeNoticeDays, recordCodeEnd } from "./code-notice.ts";
import { countingFrom, noSuchDiscount, type CodeShop } from "./code-parts.ts";
import { endDiscount, reopenDiscount } from "./platform-codes.ts";

const gone = refuse("not-possible", { code: "discount_deleted" });

/**
 * Pauses a discount in the store: none of its codes works until it is resumed. Codes that need notice need a reason.
 */
export async function pauseDiscount(
  ctx: Ctx<CodeShop>,
  discountId: string,
  reason?: NoNoticeReason,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const { shopId } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  if (await needsReason(shopId, discountId, { reason, now: ctx.now })) return reasonMissing;
  await openQueue();
  const asked = await askPlatform(() => readDiscount(shop.domain, discountId));
  if (isRefusal(asked)) return asked;
  const discount = asked.answer;
  if (!discount) return gone;
  if (discount.status === "expired") return refuse("not-possible", { code: "discount_not_running" });
  const refusal = await endDiscount(shop, discount);
  if (refusal) return refusal;
  await inTransaction(async (tx) => {
    const codes = await codesOfDiscount(tx, shopId, discountId);
    const active = codes.filter((one) => one.status === "active");
    const working = active.map((one) => one.codeKey);
    await recordOwnerEvents(tx, active, reason, ctx);
    await keepDiscount(tx, shopId, { ...discount, status: "expired" }, { now: ctx.now, notice: null });
    await noteCodes(tx, shopId, working, { status: "paused" });
    await auditDiscount(tx, shop, { discountId, action: "paused" }, ctx);
  });
  return null;
}

/** Resumes a paused discount with those of its codes that the store still has. */
export async function resumeDiscount(ctx: Ctx<CodeShop>, discountId: string): Promise<Refusal | null> {
  const { shop } = ctx;
  const { shopId } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  const opened = await reopenDiscount(shop, discountId, ctx.now);
  if (isRefusal(opened)) return opened;
  await inTransaction(async (tx) => {
    const codes = await codesOfDiscount(tx, shopId, discountId);
    const there = codes.map((one) => one.codeKey).filter((key) => opened.keys.has(key));
    await noteDiscount(tx, shopId, discountId, { status: "active", checkedAt: ctx.now, notice: null });
    await noteCodes(tx, shopId, there, { status: "active" });
    await auditDiscount(tx, shop, { discountId, action: "resumed" }, ctx);
  });
  return null;
}

/**
 * Deletes a discount with all of its codes in the store, and ends the codes here when the store has done it, because
 * they sell until then. Earned commissions stay. Codes that need notice need a reason.
 */
export async function dropDiscount(
  ctx: Ctx<CodeShop>,
  discountId: string,
  reason?: NoNoticeReason,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const meanwhile = countingFrom(ctx.now);
  const { shopId } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  if (await needsReason(shopId, discountId, { reason, now: ctx.now })) return reasonMissing;
  await openQueue();
  const asked = await askPlatform(() => deleteDiscount(shop.domain, discountId));
  if (isRefusal(asked)) return asked;
  if (asked.answer.length > 0) return refusalOf(asked.answer, "discount");
  const at = meanwhile();
  await inTransaction(async (tx) => {
    const codes = await codesOfDiscount(tx, shopId, discountId);
    for (const { affiliateId, code } of codes) await removeCode(tx, { shopId, affiliateId, code, at });
    await recordOwnerEvents(
      tx,
      codes.filter((one) => one.status === "active"),
      reason,
      ctx,
    );
    await noteDiscount(tx, shopId, discountId, { status: "deleted", checkedAt: ctx.now, notice: null });
    await auditDiscount(tx, shop, { discountId, action: "deleted" }, ctx);
  });
  return null;
}

const reasonMissing = refuse("not-possible", { code: "end_reason_needed" }, "reason");

type NoticeReason = { readonly reason: NoNoticeReason | undefined; readonly now: Date };

/** T15: true if a working code of the discount needs notice and no reason is given. */
async function needsReason(
  shopId: ShopId,
  discountId: string,
  { reason, now }: NoticeReason,
): Promise<boolean> {
  if (reason !== undefined) return false;
  const codes = await codesOfDiscount(db(), shopId, discountId);
  const owners = new Set(codes.filter((one) => one.status === "active").map((one) => one.affiliateId));
  for (const affiliateId of owners) {
    const affiliate = await findAffiliate(db(), shopId, affiliateId);
    if (affiliate && (await codeNoticeDays(db(), affiliate, now)) > 0) return true;
  }
  return false;
}

/** Tells affiliates that their codes ended. */
async function recordOwnerEvents(
  tx: Tx,
  codes: readonly AffiliateCode[],
  reason: NoNoticeReason | undefined,
  by: Acting,
): Promise<void> {
  for (const { shopId, affiliateId, code } of codes) {
    const affiliate = await findAffiliate(tx, shopId, affiliateId);
    if (affiliate) await recordCodeEnd(tx, affiliate, { code, ending: { reason } }, by);
  }
}

async function auditDiscount(
  tx: Tx,
  { shopId }: CodeShop,
  what: { discountId: string; action: string },
  by: Acting,
) {
  await recordAudit(tx, shopId, {
    subjectKind: "discount",
    subjectId: what.discountId,
    action: what.action,
    actor: by.actor,
    now: by.now,
  });
}
