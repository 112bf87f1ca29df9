import { describe, expect, it } from "vitest";
import type { TermsWire } from "#app/contracts/terms.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { earnWords, offerLines } from "#app/ui/admin/programs/offer-words.ts";
import { typed } from "#app/ui/admin/programs/terms/draft.ts";
import { termsChanges } from "#app/ui/admin/programs/terms-changes.ts";
import { termsText } from "#app/ui/admin/programs/terms-text.ts";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { program } from "./sample.ts";

provideTexts({ programs });

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
    [{}, "12.5%"],
    [{ rules: [rule("a", "A", "20")] }, "12.5% + 1 rule"],
    [{ rules: [rule("a", "A", "20"), rule("b", "B", "5")] }, "12.5% + 2 rules"],
    [{ commission: { type: "fixed", amount: usd("5.00") } }, "$5 per order"],
    [{ commission: tiers }, "No commission, $0.50 per item from 1 order, 5% from $1,000 a month"],
  ])("%j", (change, text) => {
    expect(termsText({ ...terms, ...change })).toBe(text);
  });
});

const draft = (change: Partial<TermsWire>) => typed({ ...terms, ...change });

it("the offer to affiliates names the best tier", () => {
  const steps = [
    {
      atLeast: { measure: "sales" as const, amount: usd("100") },
      pay: { type: "percentage" as const, percent: "15" },
    },
    {
      atLeast: { measure: "sales" as const, amount: usd("500") },
      pay: { type: "percentage" as const, percent: "9" },
    },
  ];
  const below = { type: "percentage" as const, percent: "10" };
  expect(earnWords(draft({ commission: { type: "tiered", period: { type: "ever" }, below, steps } }))).toBe(
    "10% of each sale, up to 15%",
  );
  expect(offerLines(draft({ rules: [rule("a", "A", "20")] }))).toEqual([
    "Earn 12.5% of each sale.",
    "Some products and customers earn a different rate.",
    "Clicks count for 30 days.",
    "Approved 14 days after the order.",
  ]);
});

describe("what a version changed", () => {
  it.each<[Partial<TermsWire>, Partial<TermsWire>, string[]]>([
    [{}, {}, []],
    [
      { approvalDays: 1 },
      { approvalFrom: "payment", approval: "manual" },
      ["Approval: automatically after 1 day to manually 14 days after the payment"],
    ],
    [
      {},
      { commission: { type: "none" }, windowDays: 60 },
      ["Every sale: 12.5% to No commission", "Attribution window: 30 days to 60 days"],
    ],
    [{}, { base: { ...terms.base, shipping: true } }, ["Eligible amount: now with shipping"]],
    [{}, { caps: { perOrder: usd("25.00"), perAffiliate: null } }, ["Limit per order: no limit to $25"]],
    [
      { caps: { perOrder: null, perAffiliate: { amount: usd("9.00"), period: { type: "ever" } } } },
      {},
      ["Limit per affiliate: $9 in total to no limit"],
    ],
    [
      { rules: [rule("a", "A", "20"), rule("b", "B", "5"), rule("c", "C", "1")] },
      { rules: [rule("b", "B", "6"), rule("a", "New name", "20"), rule("d", "D", "1")] },
      ["D: added", "C: removed", "B: 5% to 6%", "A renamed to New name", "Rules: new order"],
    ],
    [
      { rules: [rule("a", "A", "20")] },
      { rules: [{ ...rule("a", "A", "20"), when: { type: "customer", is: "returning" } }] },
      ["A: new conditions"],
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
      ["Ten: added ($5 every 10 orders)"],
    ],
  ])("%j → %j", (before, after, changes) => {
    expect(termsChanges({ ...terms, ...before }, { ...terms, ...after })).toEqual(changes);
  });
});
