import { describe, expect, it } from "vitest";
import type { TermsWire } from "#app/contracts/terms.ts";
import { termsChanges } from "#app/ui/admin/programs/terms-changes.ts";
import { termsText } from "#app/ui/admin/programs/terms-text.ts";
import { program } from "./sample.ts";

const { terms } = program;
const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const rule = (id: string, name: string, percent: string): TermsWire["rules"][number] => ({
  id,
  name,
  when: { type: "customer", is: "new" },
  pay: { type: "percentage", percent },
});
const tiers: TermsWire["commission"] = {
  type: "tiered",
  period: { type: "calendar", unit: "month" },
  below: { type: "none" },
  steps: [
    { atLeast: { measure: "orders", count: 1 }, pay: { type: "per-item", amount: usd("0.50") } },
    { atLeast: { measure: "sales", amount: usd("1000.00") }, pay: { type: "percentage", percent: "5" } },
  ],
};

describe("terms in words", () => {
  it.each<[Partial<TermsWire>, string]>([
    [{}, "12.5% of the order"],
    [{ rules: [rule("a", "A", "20")] }, "12.5% of the order, 1 rule before it"],
    [{ rules: [rule("a", "A", "20"), rule("b", "B", "5")] }, "12.5% of the order, 2 rules before it"],
    [{ commission: { type: "fixed", amount: usd("5.00") } }, "$5.00 per order"],
    [
      { commission: tiers },
      "No commission, $0.50 per item from 1 order, 5% of the order from $1,000.00 of sales in the calendar month",
    ],
  ])("%j", (change, text) => {
    expect(termsText({ ...terms, ...change })).toBe(text);
  });
});

describe("what a version changed", () => {
  it.each<[Partial<TermsWire>, Partial<TermsWire>, string[]]>([
    [{}, {}, []],
    [
      { approvalDays: 1 },
      { approvalFrom: "payment", approval: "manual" },
      ["Approval: automatically 1 day after the order → manually 14 days after the payment"],
    ],
    [
      {},
      { commission: { type: "none" }, windowDays: 60 },
      ["Everything else: 12.5% of the order → No commission", "Attribution: 30 days → 60 days"],
    ],
    [{}, { base: { ...terms.base, shipping: true } }, ["Counts shipping: now yes"]],
    [{}, { caps: { perOrder: usd("25.00"), perAffiliate: null } }, ["Limit for an order: none → $25.00"]],
    [
      { caps: { perOrder: null, perAffiliate: { amount: usd("9.00"), period: { type: "ever" } } } },
      {},
      ["Limit for an affiliate: $9.00 of all time → none"],
    ],
    [
      { rules: [rule("a", "A", "20"), rule("b", "B", "5"), rule("c", "C", "1")] },
      { rules: [rule("b", "B", "6"), rule("a", "New name", "20"), rule("d", "D", "1")] },
      [
        "Rule “D” added",
        "Rule “C” removed",
        "Rule “B” pays: 5% of the order → 6% of the order",
        "Rule “New name” was called “A”",
        "Rules in another order",
      ],
    ],
    [
      { rules: [rule("a", "A", "20")] },
      { rules: [{ ...rule("a", "A", "20"), when: { type: "customer", is: "returning" } }] },
      ["Rule “A”: other conditions"],
    ],
    [
      {},
      {
        bonuses: [
          {
            id: "x",
            name: "Ten",
            atLeast: { measure: "orders", count: 10 },
            repeats: true,
            amount: usd("5.00"),
          },
        ],
      },
      ["Bonus “Ten” added: $5.00 from 10 orders, again at every multiple"],
    ],
  ])("%j → %j", (before, after, changes) => {
    expect(termsChanges({ ...terms, ...before }, { ...terms, ...after })).toEqual(changes);
  });
});
