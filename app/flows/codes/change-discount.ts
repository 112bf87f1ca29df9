import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { deleteDiscount } from "#app/gateways/shopify/change-discounts.ts";
import { readDiscount } from "#app/gateways/shopify/discounts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { codesOfDiscount, noteCodes, removeCode } from "#app/store/codes.ts";
import { findDiscountRow, keepDiscount, noteDiscount } from "#app/store/discounts.ts";
import { askPlatform, refusalOf } from "./ask-platform.ts";
import { countingFrom, noSuchDiscount, type By, type Shop } from "./code-parts.ts";
import { endDiscount, reopenDiscount } from "./platform-codes.ts";

const gone = refuse("not-possible", "The store has deleted this discount");

/** Ends a discount in the store until it is resumed: none of its codes works. */
export async function pauseDiscount(shop: Shop, discountId: string, by: By): Promise<Refusal | null> {
  const { shopId } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  const asked = await askPlatform(() => readDiscount(shop.domain, discountId));
  if (isRefusal(asked)) return asked;
  const discount = asked.answer;
  if (!discount) return gone;
  if (discount.status === "expired") return refuse("not-possible", "The discount does not run");
  const refusal = await endDiscount(shop, discount);
  if (refusal) return refusal;
  await inTransaction(async (tx) => {
    const codes = await codesOfDiscount(tx, shopId, discountId);
    const working = codes.filter((one) => one.status === "active").map((one) => one.codeKey);
    await keepDiscount(tx, shopId, { ...discount, status: "expired" }, { now: by.now, notice: null });
    await noteCodes(tx, shopId, working, { status: "paused" });
    await tell(tx, shop, { discountId, action: "paused" }, by);
  });
  return null;
}

/** Lets a paused discount run again, with those of its codes that the store has. */
export async function resumeDiscount(shop: Shop, discountId: string, by: By): Promise<Refusal | null> {
  const { shopId } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  const opened = await reopenDiscount(shop, discountId, by.now);
  if (isRefusal(opened)) return opened;
  await inTransaction(async (tx) => {
    const codes = await codesOfDiscount(tx, shopId, discountId);
    const there = codes.map((one) => one.codeKey).filter((key) => opened.keys.has(key));
    await noteDiscount(tx, shopId, discountId, { status: "active", checkedAt: by.now, notice: null });
    await noteCodes(tx, shopId, there, { status: "active" });
    await tell(tx, shop, { discountId, action: "resumed" }, by);
  });
  return null;
}

/**
 * Deletes a discount with all of its codes in the store, and ends them here, as of when the store has done it: until
 * then they sell. What was earned with them stays.
 */
export async function dropDiscount(shop: Shop, discountId: string, by: By): Promise<Refusal | null> {
  const meanwhile = countingFrom(by.now);
  const { shopId } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  const asked = await askPlatform(() => deleteDiscount(shop.domain, discountId));
  if (isRefusal(asked)) return asked;
  if (asked.answer.length > 0) return refusalOf(asked.answer, "discount");
  const at = meanwhile();
  await inTransaction(async (tx) => {
    for (const { affiliateId, code } of await codesOfDiscount(tx, shopId, discountId)) {
      await removeCode(tx, { shopId, affiliateId, code, at });
    }
    await noteDiscount(tx, shopId, discountId, { status: "deleted", checkedAt: by.now, notice: null });
    await tell(tx, shop, { discountId, action: "deleted" }, by);
  });
  return null;
}

async function tell(tx: Tx, { shopId }: Shop, what: { discountId: string; action: string }, by: By) {
  await recordAudit(tx, shopId, {
    subjectKind: "discount",
    subjectId: what.discountId,
    action: what.action,
    actor: by.actor,
    now: by.now,
  });
}
