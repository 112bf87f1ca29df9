import { formatAmount, parseAmount, scale } from "../commerce/money.ts";
import type { Order } from "../commerce/order-types.ts";
import type { Money, MoneySet } from "../commerce/types.ts";
import type { Answer } from "./resolver.ts";

/** A MoneyV2. */
export function money(amount: string, currency: string): Answer {
  return { __typename: "MoneyV2", amount, currencyCode: currency };
}

/** A MoneyBag from a `*_set` of a webhook's order. */
export function bag(set: MoneySet): Answer {
  const { shop_money: shop, presentment_money: presentment } = set;
  return {
    shopMoney: money(shop.amount, shop.currency_code),
    presentmentMoney: money(presentment.amount, presentment.currency_code),
  };
}

/** A MoneyBag, or null where the order has no such amount. */
export function bagOrNull(set: MoneySet | null): Answer | null {
  return set === null ? null : bag(set);
}

/** Sums of sets in both of the order's currencies; nothing at all is zero in both. */
export function addSets(order: Order, sets: readonly MoneySet[]): MoneySet {
  return {
    shop_money: addMoney(
      order.currency,
      sets.map((set) => set.shop_money),
    ),
    presentment_money: addMoney(
      order.presentment_currency,
      sets.map((set) => set.presentment_money),
    ),
  };
}

/** `a` minus `b`. */
export function subtractSet(order: Order, a: MoneySet, b: MoneySet): MoneySet {
  return addSets(order, [a, multiplySet(b, -1)]);
}

/** Whole multiples of a set. */
export function multiplySet(set: MoneySet, times: number): MoneySet {
  const multiply = ({ amount, currency_code: currency }: Money): Money => ({
    amount: formatAmount(parseAmount(amount, currency) * BigInt(times), currency),
    currency_code: currency,
  });
  return {
    shop_money: multiply(set.shop_money),
    presentment_money: multiply(set.presentment_money),
  };
}

/** A whole set divided evenly, rounded half away from zero: the price of one of `parts`. */
export function divideSet(set: MoneySet, parts: number): MoneySet {
  const divide = ({ amount, currency_code: currency }: Money): Money => ({
    amount: formatAmount(scale(parseAmount(amount, currency), 1n, BigInt(Math.max(parts, 1))), currency),
    currency_code: currency,
  });
  return { shop_money: divide(set.shop_money), presentment_money: divide(set.presentment_money) };
}

/** An amount that is only known in shop currency, in both, at the order's own rate. */
export function setFromShop(order: Order, amount: string): MoneySet {
  const { shop_money: shop, presentment_money: presentment } = order.total_price_set;
  const minor = parseAmount(amount, order.currency);
  const whole = parseAmount(shop.amount, order.currency);
  const presentmentMinor =
    order.currency === order.presentment_currency || whole === 0n
      ? minor
      : scale(minor, parseAmount(presentment.amount, presentment.currency_code), whole);
  return {
    shop_money: { amount: formatAmount(minor, order.currency), currency_code: order.currency },
    presentment_money: {
      amount: formatAmount(presentmentMinor, order.presentment_currency),
      currency_code: order.presentment_currency,
    },
  };
}

/** An amount that is only known in the shopper's currency, in both, at the order's own rate. */
export function setFromPresentment(order: Order, amount: string): MoneySet {
  const { shop_money: shop, presentment_money: presentment } = order.total_price_set;
  const minor = parseAmount(amount, presentment.currency_code);
  const whole = parseAmount(presentment.amount, presentment.currency_code);
  const shopMinor =
    order.currency === order.presentment_currency || whole === 0n
      ? minor
      : scale(minor, parseAmount(shop.amount, shop.currency_code), whole);
  return {
    shop_money: { amount: formatAmount(shopMinor, order.currency), currency_code: order.currency },
    presentment_money: {
      amount: formatAmount(minor, order.presentment_currency),
      currency_code: order.presentment_currency,
    },
  };
}

function addMoney(currency: string, amounts: readonly Money[]): Money {
  const minor = amounts.reduce((total, entry) => total + parseAmount(entry.amount, currency), 0n);
  return { amount: formatAmount(minor, currency), currency_code: currency };
}
