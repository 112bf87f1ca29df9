import type { Charge, ChargeKind } from "../charges.ts";
import type { Remaining } from "../remaining.ts";
import { scale } from "../rate.ts";
import type { BaseTerms } from "./terms.ts";

/** M7: which term takes a kind of charge into the base; goods always count. */
const termOf: Record<Exclude<ChargeKind, "goods">, keyof BaseTerms> = {
  "gift-card": "giftCards",
  tip: "tips",
  shipping: "shipping",
  duties: "duties",
};

/** M7: whether a kind of charge belongs to the base. */
export function counts(kind: ChargeKind, base: BaseTerms): boolean {
  return kind === "goods" || base[termOf[kind]];
}

/** M7, T7: what of a charge pays commission, as sold; minor units. */
export function baseOf(charge: Charge, base: BaseTerms): bigint {
  const discountMinor = base.beforeDiscounts ? charge.discountMinor : 0n;
  return charge.netMinor + discountMinor + (base.tax ? charge.taxMinor : 0n);
}

/** M9, T7: the same of what is left; the discount follows what is left of its line. */
export function baseLeft(charge: Charge, left: Remaining, base: BaseTerms): bigint {
  const discountMinor = base.beforeDiscounts ? discountLeft(charge, left) : 0n;
  return left.netMinor + discountMinor + (base.tax ? left.taxMinor : 0n);
}

function discountLeft(charge: Charge, left: Remaining): bigint {
  if (charge.discountMinor === 0n) return 0n;
  if (charge.netMinor > 0n) return scale(charge.discountMinor, left.netMinor, charge.netMinor);
  if (charge.quantity <= 0) return 0n;
  return scale(charge.discountMinor, BigInt(left.quantity), BigInt(charge.quantity));
}
