import type { Discount, RedeemCode } from "./types.ts";

/** All codes of a discount, the first one first. */
export function codesOf(discount: Discount): RedeemCode[] {
  if (discount.codes) return discount.codes;
  return [{ id: discount.id, code: discount.code, usageCount: discount.usageCount }];
}

/** Gives a discount these codes; none leaves it without a way to be redeemed. */
export function setCodes(discount: Discount, codes: RedeemCode[]): void {
  discount.codes = codes;
  discount.code = codes[0]?.code ?? "";
}

/** The discount and the code that a shopper means: codes are found whatever the case of their letters. */
export function findRedeemCode(
  discounts: Discount[],
  code: string,
): { discount: Discount; redeem: RedeemCode } | undefined {
  const wanted = code.trim().toLowerCase();
  if (wanted === "") return undefined;
  for (const discount of discounts) {
    const redeem = codesOf(discount).find((each) => each.code.toLowerCase() === wanted);
    if (redeem) return { discount, redeem };
  }
  return undefined;
}

/** Counts one use, of the code and of its discount. */
export function countUse(discount: Discount, code: string, email: string | null): void {
  const codes = codesOf(discount).map((each) =>
    each.code === code ? { ...each, usageCount: each.usageCount + 1 } : each,
  );
  discount.usageCount += 1;
  if (discount.codes) setCodes(discount, codes);
  if (email) discount.usedBy.push(email.toLowerCase());
}
