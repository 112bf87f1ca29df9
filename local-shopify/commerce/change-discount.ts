import { findDiscount } from "./choose-discounts.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import { formatAmount, parseAmount } from "./money.ts";
import { CommerceRefusal } from "./refusal.ts";
import { codesOf, setCodes } from "./redeem-codes.ts";
import { tellDiscount, tellRedeemCode } from "./tell-discount.ts";
import type { Discount, DiscountKind } from "./types.ts";

export interface DiscountDraft {
  code: string;
  kind: DiscountKind;
  /** Percent ("12.5") or decimal amount in shop currency; not read for free shipping. */
  value: string;
  /** Products the code is entitled to; null for everything. */
  productIds: number[] | null;
  appliesOncePerCustomer: boolean;
}

/** Makes a discount code and sends discounts/create. Throws a refusal that says what is wrong with it. */
export function createDiscount(ctx: CommerceContext, shopDomain: string, draft: DiscountDraft): Discount {
  const commerce = getCommerce(ctx, shopDomain);
  const code = draft.code.trim();
  if (code === "" || code.length > 255) throw new CommerceRefusal("A code has 1 to 255 characters.");
  if (findDiscount(commerce.discounts, code)) {
    throw new CommerceRefusal("Code must be unique. Please try a different code.");
  }
  const { currency } = commerce.settings;
  const at = ctx.now().toISOString();
  const discount: Discount = {
    id: ctx.nextId(),
    title: code,
    code,
    kind: draft.kind,
    percentageBps: draft.kind === "percentage" ? percentageBps(draft.value) : 0,
    amount: draft.kind === "fixed_amount" ? positiveAmount(draft.value, currency) : "0",
    appliesOnEachItem: false,
    productIds: draft.kind === "free_shipping" ? null : draft.productIds,
    startsAt: at,
    endsAt: null,
    usageLimit: null,
    usageCount: 0,
    appliesOncePerCustomer: draft.appliesOncePerCustomer,
    combinesWith: { orderDiscounts: false, productDiscounts: false, shippingDiscounts: true },
    usedBy: [],
    createdAt: at,
    updatedAt: at,
  };
  ctx.mutate(() => {
    commerce.discounts.push(discount);
  });
  tellDiscount(ctx, shopDomain, "discounts/create", discount);
  return discount;
}

/** Deletes a discount and sends discounts/delete. Throws a refusal where there is none of that id. */
export function deleteDiscount(ctx: CommerceContext, shopDomain: string, discountId: number): void {
  const commerce = getCommerce(ctx, shopDomain);
  const discount = commerce.discounts.find((each) => each.id === discountId);
  if (!discount) throw new CommerceRefusal("Code discount does not exist.");
  ctx.mutate(() => {
    commerce.discounts = commerce.discounts.filter((each) => each !== discount);
  });
  tellDiscount(ctx, shopDomain, "discounts/delete", discount);
}

/** Writes another text for one code of a discount, as its page in the store's admin does. Throws a refusal. */
export function renameCode(
  ctx: CommerceContext,
  shopDomain: string,
  which: { discountId: number; from: string; to: string },
): void {
  const commerce = getCommerce(ctx, shopDomain);
  const discount = commerce.discounts.find((each) => each.id === which.discountId);
  const to = which.to.trim();
  const former = discount && codesOf(discount).find((each) => each.code === which.from);
  if (!discount || !former) throw new CommerceRefusal("Code discount does not exist.");
  if (to === "" || to.length > 255) throw new CommerceRefusal("A code has 1 to 255 characters.");
  const holder = findDiscount(commerce.discounts, to);
  if (holder && to.toLowerCase() !== which.from.toLowerCase()) {
    throw new CommerceRefusal("Code must be unique. Please try a different code.");
  }
  ctx.mutate(() => {
    setCodes(
      discount,
      codesOf(discount).map((each) => (each === former ? { ...each, code: to } : each)),
    );
    discount.updatedAt = ctx.now().toISOString();
  });
  tellDiscount(ctx, shopDomain, "discounts/update", discount);
  tellRedeemCode(ctx, shopDomain, "discounts/redeemcode_removed", { discount, redeem: former });
  tellRedeemCode(ctx, shopDomain, "discounts/redeemcode_added", {
    discount,
    redeem: { ...former, code: to },
  });
}

function percentageBps(percent: string): number {
  // Two decimals of a percent are basis points, and no float is needed to read them.
  const bps = Number(/^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) ? parseAmount(percent, "USD") : 0n);
  if (bps < 1 || bps > 10_000) throw new CommerceRefusal("A percentage is above 0 and at most 100.");
  return bps;
}

function positiveAmount(value: string, currency: string): string {
  const minor = parseAmount(value, currency);
  if (minor <= 0n) throw new CommerceRefusal("An amount is above zero.");
  return formatAmount(minor, currency);
}
