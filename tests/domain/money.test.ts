import { expect, test } from "vitest";
import {
  add,
  CurrencyMismatchError,
  exponentOf,
  findDecimal,
  isCurrency,
  MoneyFormatError,
  parseDecimal,
  subtract,
  sumMoney,
  toDecimal,
  UnknownCurrencyError,
  zero,
} from "#app/domain/money.ts";
import { fc } from "../support/properties.ts";

test.each([
  ["12.34", "USD", 1234n],
  ["-12.3", "USD", -1230n],
  ["20", "USD", 2000n],
  ["0.0", "USD", 0n],
  ["20", "JPY", 20n],
  ["20.00", "JPY", 20n],
  ["1.5", "KWD", 1500n],
  ["12.345", "KWD", 12345n],
  ["12.3400", "USD", 1234n],
  ["92233720368547758.07", "USD", 9_223_372_036_854_775_807n],
])("%s %s is %s minor units", (text, currency, minor) => {
  expect(findDecimal(text, currency)).toEqual({ minor, currency });
});

test.each([
  ["12.345", "USD"],
  ["0.5", "JPY"],
  ["1e3", "USD"],
  ["", "USD"],
  [".5", "USD"],
  ["5.", "USD"],
  ["+5", "USD"],
  ["1,000", "USD"],
  [" 5", "USD"],
  ["NaN", "USD"],
  ["٣", "USD"],
  ["92233720368547758.08", "USD"],
])("%j is no amount in %s", (text, currency) => {
  expect(findDecimal(text, currency)).toBeNull();
  expect(() => parseDecimal(text, currency)).toThrow(MoneyFormatError);
});

test("digits follow ISO 4217, and an unknown currency is not guessed", () => {
  expect(["JPY", "USD", "KWD"].map(exponentOf)).toEqual([0, 2, 3]);
  expect(isCurrency("XXX")).toBe(false);
  expect(() => exponentOf("usd")).toThrow(UnknownCurrencyError);
});

test("what is written is read back", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      fc.constantFrom("USD", "JPY", "KWD"),
      (minor, currency) => {
        expect(parseDecimal(toDecimal({ minor, currency }), currency)).toEqual({ minor, currency });
      },
    ),
  );
  expect(toDecimal({ minor: -5n, currency: "USD" })).toBe("-0.05");
  expect(toDecimal({ minor: 1250n, currency: "KWD" })).toBe("1.250");
});

const usd = (minor: bigint) => ({ minor, currency: "USD" });

test("sums stay in their currency", () => {
  expect(add(usd(5n), usd(7n))).toEqual(usd(12n));
  expect(subtract(usd(5n), usd(7n))).toEqual(usd(-2n));
  expect(sumMoney([usd(5n), usd(7n), usd(-2n)], "USD")).toEqual(usd(10n));
  expect(sumMoney([], "USD")).toEqual(zero("USD"));
  expect(() => add(usd(1n), zero("EUR"))).toThrow(CurrencyMismatchError);
  expect(() => subtract(usd(1n), zero("EUR"))).toThrow(CurrencyMismatchError);
  expect(() => sumMoney([usd(1n), zero("EUR")], "USD")).toThrow(CurrencyMismatchError);
});
