import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { Ctx } from "#app/domain/context.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { findDiscountByCode } from "#app/gateways/shopify/discounts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate, findAffiliateNamed, lockAffiliate } from "#app/store/affiliates.ts";
import { assignCode, listCodes, removeCode } from "#app/store/codes.ts";
import { keepDiscount } from "#app/store/discounts.ts";
import { askPlatform } from "./ask-platform.ts";
import { type CodeEndOptions, recordCodeEnd, waitForNotice } from "./code-notice.ts";
import { noSuchCode, recordCodeEvent, type CodeShop } from "./code-parts.ts";

export type OwnedCode = { readonly code: string; readonly assignedAt: Date; readonly endsAt: Date | null };

/** The discount codes of an affiliate. */
export async function readDiscountCodes(shopId: ShopId, affiliateId: string): Promise<OwnedCode[] | Refusal> {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  return affiliate ? await listCodes(db(), shopId, [affiliate.affiliateId]) : noSuchAffiliate;
}

/**
 * Assigns a discount code of the store to an affiliate. From now on orders that use it count for them (M19).
 */
export async function assignDiscountCode(
  ctx: Ctx<CodeShop>,
  affiliateId: string,
  code: string,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const { shopId } = shop;
  if (!(await findAffiliate(db(), shopId, affiliateId))) return noSuchAffiliate;
  const asked = await askPlatform(() => findDiscountByCode(shop.domain, code), "code");
  if ("refused" in asked) return asked;
  const discount = asked.answer;
  if (!discount) return refuse("invalid", { code: "code_without_discount" }, "code");
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const owned = await listCodes(tx, shopId, [affiliate.affiliateId]);
    if (owned.some((one) => one.codeKey === code.toLowerCase())) return null;
    const { discountId } = discount;
    const given = { shopId, affiliateId: affiliate.affiliateId, code, at: ctx.now, discountId };
    if (!(await assignCode(tx, given))) {
      return refuse("conflict", { code: "code_taken" }, "code");
    }
    await keepDiscount(tx, shopId, discount, { now: ctx.now, notice: null });
    await recordCodeEvent(tx, affiliate, { action: "was given a discount code", code }, ctx);
    return null;
  });
}

/** Assigns a code to an affiliate named by id, email address or referral code. */
export async function assignNamedCode(
  ctx: Ctx<CodeShop>,
  named: string,
  code: string,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const affiliate = await findAffiliateNamed(db(), shop.shopId, named);
  if (!affiliate) return refuse("invalid", { code: "not_found", what: "affiliate" }, "affiliateId");
  return await assignDiscountCode(ctx, affiliate.affiliateId, code);
}

type CodeRemoval = {
  readonly affiliateId: string;
  readonly code: string;
  /** When the code ends. Now by default. */
  readonly at?: Date;
};

/**
 * Removes a discount code from an affiliate. Earned commissions stay, and the code stays in the store. It
 * counts until the notice period ends, unless there is a reason.
 */
export async function removeDiscountCode(
  ctx: Ctx<CodeShop>,
  { affiliateId, code, at }: CodeRemoval,
  ending: CodeEndOptions = {},
): Promise<Refusal | null> {
  const { shop } = ctx;
  const { shopId } = shop;
  const isText = code.isWellFormed() && !code.includes("\u0000");
  if (isText && (await waitForNotice(ctx, { affiliateId, code }, { ...ending, how: "removed" }))) {
    return null;
  }
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const ended = { shopId, affiliateId: affiliate.affiliateId, code, at: at ?? ctx.now };
    if (!isText || !(await removeCode(tx, ended))) return noSuchCode;
    await recordCodeEvent(tx, affiliate, { action: "lost a discount code", code }, ctx);
    await recordCodeEnd(tx, affiliate, { code, ending }, ctx);
    return null;
  });
}
