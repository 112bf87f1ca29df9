import { findRedeemCode } from "./redeem-codes.ts";
import { parseAmount } from "./money.ts";
import type { Collection, Discount, RedeemCode } from "./types.ts";

export interface CartGoods {
  productId: number;
  quantity: number;
  /** Price × quantity in shop currency. */
  grossMinor: bigint;
}

export interface DiscountQuestion {
  discounts: Discount[];
  collections: Collection[];
  /** Codes as typed, in the order in which the shopper entered them. */
  codes: string[];
  /** Cart without gift cards. */
  goods: CartGoods[];
  currency: string;
  /** Lower-case email of the shopper, or null while it is not known. */
  email: string | null;
  now: Date;
}

/** A discount as it holds for a cart: by the code that was entered, with the products of its collections. */
export interface ChosenDiscount extends Discount {
  of: Discount;
}

export interface DiscountAnswer {
  accepted: ChosenDiscount[];
  refused: { code: string; reason: string }[];
}

const unknown = "Enter a valid discount code";

/** Which of the codes hold for this cart, and for the others a sentence that says why not. */
export function chooseDiscounts(question: DiscountQuestion): DiscountAnswer {
  const answer: DiscountAnswer = { accepted: [], refused: [] };
  for (const code of question.codes) {
    const found = findRedeemCode(question.discounts, code);
    if (found && answer.accepted.some((each) => each.of === found.discount)) continue;
    const chosen = found && {
      ...found.discount,
      code: found.redeem.code,
      productIds: entitledProducts(found.discount, question.collections),
      of: found.discount,
    };
    const reason = chosen
      ? (reasonAgainst(chosen, found.redeem, question) ?? reasonAgainstTogether(chosen, answer.accepted))
      : unknown;
    if (chosen && !reason) answer.accepted.push(chosen);
    else answer.refused.push({ code, reason: reason ?? unknown });
  }
  return answer;
}

/** The discount that has this code, whatever the case of its letters. */
export function findDiscount(discounts: Discount[], code: string): Discount | undefined {
  return findRedeemCode(discounts, code)?.discount;
}

function entitledProducts({ productIds, collectionIds }: Discount, collections: Collection[]) {
  if (!collectionIds) return productIds;
  const chosen = collections.filter((each) => collectionIds.includes(each.id));
  return [...new Set(chosen.flatMap((each) => each.productIds))];
}

function reasonAgainst(
  discount: ChosenDiscount,
  redeem: RedeemCode,
  question: DiscountQuestion,
): string | null {
  const now = question.now.getTime();
  if (now < Date.parse(discount.startsAt)) return `${discount.code} isn't active yet`;
  if (discount.endsAt && now >= Date.parse(discount.endsAt)) return `${discount.code} has expired`;
  if (discount.usageLimit !== null && redeem.usageCount >= discount.usageLimit) {
    return `${discount.code} has reached its usage limit`;
  }
  if (discount.appliesOncePerCustomer && question.email && discount.usedBy.includes(question.email)) {
    return `${discount.code} has already been used by this customer`;
  }
  const entitled = discount.productIds;
  const goods = question.goods.filter((each) => !entitled || entitled.includes(each.productId));
  if (goods.length === 0 && entitled) return `${discount.code} isn't valid for the items in the cart`;
  return reachesMinimum(discount, goods, question.currency)
    ? null
    : `${discount.code} isn't valid for the items in the cart: add more`;
}

/** Only goods that the discount is for count towards its minimum. */
function reachesMinimum({ minimum }: Discount, goods: CartGoods[], currency: string): boolean {
  if (!minimum) return true;
  if ("quantity" in minimum) {
    return goods.reduce((sum, each) => sum + each.quantity, 0) >= minimum.quantity;
  }
  return goods.reduce((sum, each) => sum + each.grossMinor, 0n) >= parseAmount(minimum.subtotal, currency);
}

/** Two discounts go together only if each allows the class of the other. */
function reasonAgainstTogether(discount: Discount, accepted: Discount[]): string | null {
  const clash = accepted.find(
    (other) => !discount.combinesWith[classOf(other)] || !other.combinesWith[classOf(discount)],
  );
  return clash ? `${discount.code} can't be combined with ${clash.code}` : null;
}

function classOf(discount: Discount): keyof Discount["combinesWith"] {
  if (discount.kind === "free_shipping") return "shippingDiscounts";
  return discount.productIds ? "productDiscounts" : "orderDiscounts";
}
