import { expect, test } from "vitest";
import { allocate, compareIds } from "#app/domain/allocate.ts";
import { fc } from "../support/properties.ts";

const weights = fc.uniqueArray(
  fc.record({ id: fc.nat(500).map(String), weight: fc.bigInt({ min: 0n, max: 10n ** 9n }) }),
  { selector: (part) => part.id, minLength: 1, maxLength: 12 },
);

test("parts sum to the whole, and none is a unit off its exact share", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), weights, (total, parts) => {
      const sum = parts.reduce((all, part) => all + part.weight, 0n);
      fc.pre(sum > 0n);
      const shares = allocate(total, parts);
      expect([...shares.values()].reduce((all, share) => all + share, 0n)).toBe(total);
      for (const part of parts) {
        const off = (shares.get(part.id) ?? 0n) * sum - total * part.weight;
        expect((off < 0n ? -off : off) < sum).toBe(true);
      }
    }),
  );
});

test("the order of the parts does not matter", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 1000n }), weights, (total, parts) => {
      fc.pre(parts.some((part) => part.weight > 0n));
      const turned = allocate(total, parts.toReversed());
      for (const [id, share] of allocate(total, parts)) expect(turned.get(id)).toBe(share);
    }),
  );
});

test("ties go to the lowest id, by number", () => {
  const even = ["10", "9", "100"].map((id) => ({ id, weight: 1n }));
  expect(Object.fromEntries(allocate(4n, even))).toEqual({ 9: 2n, 10: 1n, 100: 1n });
  expect(["b", "1a", "10", "9", "a", "100"].toSorted(compareIds)).toEqual(["9", "10", "100", "1a", "a", "b"]);
});

test("the largest remainder comes before the lowest id", () => {
  // 10 over 1 and 2: 3⅓ and 6⅔, so the unit that is left goes to the second.
  const parts = [
    { id: "1", weight: 1n },
    { id: "2", weight: 2n },
  ];
  expect(Object.fromEntries(allocate(10n, parts))).toEqual({ 1: 3n, 2: 7n });
});

test("an amount with nothing to spread it over is refused, and so is a weight below zero", () => {
  expect(() => allocate(1n, [{ id: "1", weight: 0n }])).toThrow(RangeError);
  expect(() => allocate(1n, [{ id: "1", weight: -1n }])).toThrow(RangeError);
  expect(allocate(0n, [{ id: "1", weight: 0n }]).get("1")).toBe(0n);
});
