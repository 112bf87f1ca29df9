import type { Discount } from "./types.ts";

export interface DiscountQuestion {
  discounts: Discount[];
  /** Codes as typed, in the order in which the shopper entered them. */
  codes: string[];
  productIds: number[];
  /** Lower-case e-mail of the shopper, or null while it is not known. */
  email: string | null;
  now: Date;
}

export interface DiscountAnswer {
  accepted: Discount[];
  refused: { code: string; reason: string }[];
}

/** Which of the codes hold for this cart, and for the others a sentence that says why not. */
export function chooseDiscounts(question: DiscountQuestion): DiscountAnswer {
  const answer: DiscountAnswer = { accepted: [], refused: [] };
  for (const code of question.codes) {
    const discount = findDiscount(question.discounts, code);
    if (discount && answer.accepted.includes(discount)) continue;
    const reason = discount
      ? (reasonAgainst(discount, question) ?? reasonAgainstTogether(discount, answer.accepted))
      : "Enter a valid discount code";
    if (discount && !reason) answer.accepted.push(discount);
    else answer.refused.push({ code, reason: reason ?? "Enter a valid discount code" });
  }
  return answer;
}

/** Codes are found whatever the case of their letters. */
export function findDiscount(discounts: Discount[], code: string): Discount | undefined {
  const wanted = code.trim().toLowerCase();
  return discounts.find((discount) => discount.code.toLowerCase() === wanted);
}

function reasonAgainst(discount: Discount, question: DiscountQuestion): string | null {
  const now = question.now.getTime();
  if (now < Date.parse(discount.startsAt)) return `${discount.code} isn't active yet`;
  if (discount.endsAt && now >= Date.parse(discount.endsAt)) return `${discount.code} has expired`;
  if (discount.usageLimit !== null && discount.usageCount >= discount.usageLimit) {
    return `${discount.code} has reached its usage limit`;
  }
  if (discount.appliesOncePerCustomer && question.email && discount.usedBy.includes(question.email)) {
    return `${discount.code} has already been used by this customer`;
  }
  const entitled = discount.productIds;
  if (entitled && !question.productIds.some((id) => entitled.includes(id))) {
    return `${discount.code} isn't valid for the items in the cart`;
  }
  return null;
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
