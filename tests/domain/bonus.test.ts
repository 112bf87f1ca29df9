import { expect, test } from "vitest";
import {
  bonusesReached,
  isStillReached,
  levelOf,
  newlyReached,
  TooManyBonusesError,
} from "#app/domain/bonus.ts";
import type { Bonus, Threshold } from "#app/domain/terms/terms.ts";

const usd = (minor: bigint) => ({ minor, currency: "USD" });
const bonusOf = (atLeast: Threshold, repeats = false, amount = usd(500n)): Bonus => {
  return { id: "b", name: "Bonus", atLeast, repeats, amount };
};
const tenOrders = { measure: "orders", count: 10 } as const;
const hundred = { measure: "sales", amount: usd(100_00n) } as const;
const had = (orders: number, salesMinor: bigint) => ({ orders, salesMinor });

/** The ordinals that going from one count to the other reaches. */
function reached(bonus: Bonus, from: [number, bigint], to: [number, bigint], currency = "USD"): number[] {
  const count = { before: had(...from), after: had(...to), currency };
  return bonusesReached([bonus], count).map((one) => one.ordinal);
}

test("a bonus is reached at its threshold and not one before, and never again above it", () => {
  expect(reached(bonusOf(tenOrders), [8, 0n], [9, 0n])).toEqual([]);
  expect(reached(bonusOf(tenOrders), [9, 0n], [10, 0n])).toEqual([1]);
  expect(reached(bonusOf(tenOrders), [10, 0n], [20, 0n])).toEqual([]);
  expect(reached(bonusOf(hundred), [0, 9_999n], [0, 10_000n])).toEqual([1]);
});

test("one that repeats is reached at every multiple, several at once", () => {
  expect(reached(bonusOf(hundred, true), [0, 9_999n], [0, 30_000n])).toEqual([1, 2, 3]);
  expect(reached(bonusOf(hundred, true), [0, 10_000n], [0, 29_999n])).toEqual([2]);
  expect(reached(bonusOf(tenOrders, true), [19, 0n], [20, 0n])).toEqual([2]);
});

test("nothing is reached on the way down, nor from below zero", () => {
  expect(reached(bonusOf(hundred, true), [0, 30_000n], [0, 5_000n])).toEqual([]);
  expect(reached(bonusOf(hundred, true), [0, -30_000n], [0, -100n])).toEqual([]);
});

test("M18: neither an amount nor a threshold in another currency counts", () => {
  expect(reached(bonusOf(tenOrders), [9, 0n], [10, 0n], "EUR")).toEqual([]);
  const inEuro = bonusOf(hundred, false, { minor: 500n, currency: "EUR" });
  expect(reached(inEuro, [0, 0n], [0, 10_000n], "EUR")).toEqual([]);
});

test("terms that pay more often than anybody meant are a fault, not a loss", () => {
  const cent = bonusOf({ measure: "sales", amount: usd(1n) }, true);
  expect(reached(cent, [0, 0n], [0, 10_000n])).toHaveLength(10_000);
  expect(() => reached(cent, [0, 0n], [0, 10_001n])).toThrow(TooManyBonusesError);
});

test("M13: it is kept as long as its own multiple is reached", () => {
  const third = { bonus: bonusOf(hundred, true), ordinal: 3 };
  expect(levelOf(third)).toBe(30_000n);
  expect(isStillReached(third, had(0, 30_000n), "USD")).toBe(true);
  expect(isStillReached(third, had(0, 29_999n), "USD")).toBe(false);
});

test("T11: a lowered threshold that was passed before is reached by the next order, once", () => {
  const lowered = bonusOf({ measure: "orders", count: 5 });
  const next = (before: number, earlier: Bonus[], owned: { bonus: Bonus; ordinal: number }[] = []) => {
    const count = { before: had(before, 0n), after: had(before + 1, 0n), currency: "USD" };
    return newlyReached([lowered], count, owned, earlier).map((one) => one.ordinal);
  };
  expect(next(7, [bonusOf(tenOrders)])).toEqual([1]);
  expect(next(8, [bonusOf(tenOrders)], [{ bonus: lowered, ordinal: 1 }])).toEqual([]);
  // It was reached at the former threshold, too, or is a bonus that was not there.
  expect(next(12, [bonusOf(tenOrders)])).toEqual([]);
  expect(next(7, [{ ...bonusOf(tenOrders), id: "other" }])).toEqual([]);
  expect(next(7, [bonusOf(hundred)])).toEqual([]);
  expect(next(7, [bonusOf(tenOrders, false, { minor: 500n, currency: "EUR" })])).toEqual([]);
});

test("T11: an order that adds nothing reaches no lowered threshold", () => {
  const lowered = bonusOf({ measure: "orders", count: 5 });
  const earlier = [bonusOf(tenOrders)];
  const again = { before: had(7, 30_000n), after: had(7, 30_000n), currency: "USD" };
  expect(newlyReached([lowered], again, [], earlier)).toEqual([]);
  const refunded = { before: had(7, 30_000n), after: had(7, 20_000n), currency: "USD" };
  expect(newlyReached([lowered], refunded, [], earlier)).toEqual([]);
  const edited = { before: had(7, 30_000n), after: had(7, 30_001n), currency: "USD" };
  expect(newlyReached([lowered], edited, [], earlier)).toHaveLength(1);
});

test("T11: one that repeats from now on pays no multiples of the past", () => {
  const often = bonusOf(tenOrders, true);
  const count = { before: had(35, 0n), after: had(36, 0n), currency: "USD" };
  const owned = [{ bonus: bonusOf(tenOrders), ordinal: 1 }];
  expect(newlyReached([often], count, owned, [bonusOf(tenOrders)])).toEqual([]);
});

test("T11: one that repeats more often pays what it has not paid, and nothing twice", () => {
  const often = bonusOf({ measure: "orders", count: 5 }, true);
  const before = bonusOf(tenOrders, true);
  const count = { before: had(29, 0n), after: had(30, 0n), currency: "USD" };
  const owned = [1, 2].map((ordinal) => ({ bonus: before, ordinal }));
  // 5, 10, 15 and 20 orders were paid for by the bonuses of 10 and 20.
  expect(newlyReached([often], count, owned, [before]).map((one) => one.ordinal)).toEqual([5, 6]);
});
