import { parseDecimal } from "#app/domain/money.ts";

/** A sum in both currencies of an order; only the shop's own is read (M6). */
export type AmountSet =
  { readonly shop_money: { readonly amount: string; readonly currency_code: string } } | null | undefined;

/**
 * Minor units of shop money: from the set where there is one, else from the plain amount, which old payloads give in
 * shop money too; nothing is zero. @throws MoneyFormatError, UnknownCurrencyError
 */
export function amountOf(set: AmountSet, plain: string | null | undefined, currency: string): bigint {
  if (set) return parseDecimal(set.shop_money.amount, set.shop_money.currency_code).minor;
  return plain ? parseDecimal(plain, currency).minor : 0n;
}

/** One text for one instant, whatever offset it was told in. @throws RangeError when it is none. */
export function instantText(text: string): string {
  return new Date(text).toISOString();
}
