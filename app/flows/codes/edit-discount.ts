import type { Ctx } from "#app/domain/context.ts";
import type { DiscountDetails, DiscountDraft } from "#app/domain/codes/discount.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { rewriteDiscount } from "#app/gateways/shopify/change-discounts.ts";
import { readDiscount } from "#app/gateways/shopify/discounts.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findDiscountRow, keepDiscount } from "#app/store/discounts.ts";
import { askPlatform, refusalOf } from "./ask-platform.ts";
import { noSuchDiscount, type DiscountShop } from "./code-parts.ts";
import { detailsOfDraft } from "./draft-details.ts";

/** The fields that a person can change: value, minimum, last day, usage limits and combinations. */
export type DiscountEdit = Pick<
  DiscountDraft,
  | "percent"
  | "amount"
  | "eachItem"
  | "minimum"
  | "minimumAmount"
  | "minimumQuantity"
  | "lastDay"
  | "usageLimit"
  | "oncePerCustomer"
  | "combinesWith"
>;

/**
 * Edits a discount in the store and records the result. Its kind, what it applies to, its first day and its
 * codes stay the same. Commissions are not touched, because they follow what shoppers paid (M7).
 */
export async function editDiscount(
  ctx: Ctx<DiscountShop>,
  discountId: string,
  edit: DiscountEdit,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const { shopId, domain } = shop;
  if (!(await findDiscountRow(db(), shopId, discountId))) return noSuchDiscount;
  const asked = await askPlatform(() => readDiscount(domain, discountId));
  if (isRefusal(asked)) return asked;
  const before = asked.answer;
  if (!before) return refuse("not-possible", { code: "discount_deleted" });
  const details = editedDetails(shop, before.details, edit, ctx.now);
  if (isRefusal(details)) return details;
  const written = await askPlatform(() => rewriteDiscount(domain, discountId, details));
  if (isRefusal(written)) return written;
  if (written.answer.length > 0) return refusalOf(written.answer, "discount");
  const read = await askPlatform(() => readDiscount(domain, discountId));
  if (isRefusal(read)) return read;
  const after = read.answer ?? { ...before, details };
  await inTransaction(async (tx) => {
    await keepDiscount(tx, shopId, after, { now: ctx.now, notice: null });
    const subject = { subjectKind: "discount", subjectId: discountId, action: "edited" };
    await recordAudit(tx, shopId, { ...subject, actor: ctx.actor, details: { ...edit }, now: ctx.now });
  });
  const isKept = details.minimum.kind === "none" && after.details.minimum.kind !== "none";
  return isKept ? refuse("not-possible", { code: "minimum_not_removed" }, "minimum") : null;
}

/** The details with the edit applied, or a refusal. */
function editedDetails(
  shop: DiscountShop,
  { value, startsAt, scope, timesUsed }: DiscountDetails,
  edit: DiscountEdit,
  now: Date,
): DiscountDetails | Refusal {
  if (value.kind === "other") {
    return refuse("not-possible", { code: "discount_unsupported" });
  }
  const startDay = dayIn(shop.timeZone, new Date(startsAt));
  if (edit.lastDay !== undefined && edit.lastDay < startDay) {
    return refuse("invalid", { code: "days_out_of_order" }, "lastDay");
  }
  const parts = { kind: value.kind, scope: scope.kind, itemIds: scope.ids };
  const made = detailsOfDraft({ ...edit, ...parts }, shop, now);
  return isRefusal(made) ? made : { ...made.details, startsAt, scope, timesUsed };
}
