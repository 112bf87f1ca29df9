import { expect, test } from "vitest";
import type { Binding } from "#app/domain/attribution.ts";
import { bindingAt, type CreditedOrder } from "#app/domain/lifetime-customer.ts";
import { affiliateId } from "./order-of.ts";

const order = (orderId: string, day: string, seed: string): CreditedOrder => {
  return { orderId, affiliateId: affiliateId(seed), at: `${day}T12:00:00Z` };
};
/** Told out of order. */
const credited = [
  order("3", "2026-03-01", "2"),
  order("1", "2026-01-01", "1"),
  order("2", "2026-01-20", "2"),
];
const boundBy = (binding: Binding, day: string) =>
  bindingAt(credited, binding, `${day}T12:00:00Z`)?.orderId ?? null;

test("no customer is a lifetime customer while the shop keeps none", () => {
  expect(boundBy({ kind: "never" }, "2026-02-01")).toBeNull();
});

test("for life, the first credited order decides, whoever was credited since", () => {
  expect(boundBy({ kind: "life" }, "2026-01-01")).toBeNull();
  expect(boundBy({ kind: "life" }, "2026-01-02")).toBe("1");
  expect(boundBy({ kind: "life" }, "2030-01-01")).toBe("1");
});

test("for days: the affiliate's credit ends after them, and the next credited order starts it anew", () => {
  const days = { kind: "days", days: 30 } as const;
  expect(boundBy(days, "2026-01-31")).toBe("1");
  expect(boundBy(days, "2026-02-01")).toBeNull();
  expect(boundBy(days, "2026-03-02")).toBe("3");
  // Order 2 came while the first still counted, so it starts no days of its own.
  expect(boundBy({ kind: "days", days: 10 }, "2026-01-25")).toBe("2");
  expect(boundBy({ kind: "days", days: 19 }, "2026-01-25")).toBeNull();
});
