import { expect, test } from "vitest";
import type { Condition, Test } from "#app/domain/terms/condition.ts";
import { faultsOfTerms } from "#app/domain/terms/faults.ts";
import { noCaps, type Pay, type ProgramTerms } from "#app/domain/terms/terms.ts";
import { fixed, none, percent, perItem, ruleOf, termsOf, usd } from "./terms-of.ts";

const always: Condition = { kind: "all", of: [] };
const vendor = (...values: string[]): Test => ({ kind: "vendor", op: "any-of", values });
const notVendor = (...values: string[]): Test => ({ kind: "vendor", op: "none-of", values });
const value = (op: "at-least" | "at-most", minor: bigint): Test => {
  return { kind: "order-value", op, amount: usd(minor) };
};
const when = (condition: Condition): Partial<ProgramTerms> => {
  return { rules: [ruleOf("a", condition, percent(5))] };
};
const paying = (pay: Pay): Partial<ProgramTerms> => ({ rules: [ruleOf("a", vendor("x"), pay)] });
const tiers = (...steps: [Parameters<typeof usd>[0] | number, Pay][]): Partial<ProgramTerms> => ({
  commission: {
    kind: "tiered",
    period: { kind: "ever" },
    below: percent(5),
    steps: steps.map(([at, pay]) => ({
      atLeast:
        typeof at === "bigint" ? { measure: "sales", amount: usd(at) } : { measure: "orders", count: at },
      pay: pay.kind === "tiered" ? none : pay,
    })),
  },
});

const fields = (parts: Partial<ProgramTerms>) =>
  faultsOfTerms(termsOf(parts), "USD").map((fault) => fault.field);

test("terms that make use of everything can be saved", () => {
  const everything = termsOf({
    rules: [
      ruleOf("a", { kind: "all", of: [vendor("Hill"), { kind: "any", of: [value("at-least", 1n)] }] }, none),
      ruleOf("b", { kind: "country", op: "any-of", values: ["de", "FR"] }, perItem(100n)),
      ruleOf("c", { kind: "months-since-first", op: "at-most", count: 0 }, fixed(100n)),
    ],
    ...tiers([5, percent(10)], [9, fixed(500n)]),
    caps: { perOrder: usd(100n), perAffiliate: { amount: usd(1n), period: { kind: "rolling", days: 30 } } },
    bonuses: [
      { id: "one", name: "One", atLeast: { measure: "orders", count: 1 }, repeats: false, amount: usd(1n) },
    ],
  });
  expect(faultsOfTerms(everything, "USD")).toEqual([]);
});

test.each<[string, Partial<ProgramTerms>, string[]]>([
  ["over 100 %", paying({ kind: "percentage", rateBps: 10_001 }), ["rules.0.pay"]],
  ["a fraction of a basis point", paying({ kind: "percentage", rateBps: 0.5 }), ["rules.0.pay"]],
  [
    "a rule that bears the name of the fallback",
    { rules: [ruleOf("fallback", vendor("x"), percent(5))] },
    ["rules.0.id"],
  ],
  ["an amount below zero", paying(fixed(-1n)), ["rules.0.pay"]],
  ["an amount beyond the database", paying(perItem(10n ** 13n)), ["rules.0.pay"]],
  ["another currency", paying({ kind: "fixed", amount: { minor: 1n, currency: "EUR" } }), ["rules.0.pay"]],
  [
    "a currency that is none",
    paying({ kind: "per-item", amount: { minor: 1n, currency: "XXQ" } }),
    ["rules.0.pay"],
  ],
  ["a group of nothing", when({ kind: "any", of: [] }), ["rules.0.when"]],
  ["no values", when(vendor()), ["rules.0.when.values"]],
  ["a blank value", when({ kind: "all", of: [vendor("x", " ")] }), ["rules.0.when.of.0.values.1"]],
  [
    "a product that is no number",
    when({ kind: "product", op: "any-of", values: ["shoe"] }),
    ["rules.0.when.values.0"],
  ],
  [
    "a country that is none",
    when({ kind: "country", op: "any-of", values: ["DEU"] }),
    ["rules.0.when.values.0"],
  ],
  ["no pieces", when({ kind: "quantity", op: "at-least", count: 0 }), ["rules.0.when.count"]],
  ["half a piece", when({ kind: "quantity", op: "at-least", count: 1.5 }), ["rules.0.when.count"]],
  [
    "more than at most",
    when({ kind: "all", of: [value("at-least", 2n), value("at-most", 1n)] }),
    ["rules.0.when"],
  ],
  [
    "new and returning",
    when({
      kind: "all",
      of: [
        { kind: "customer", is: "new" },
        { kind: "all", of: [{ kind: "customer", is: "returning" }] },
      ],
    }),
    ["rules.0.when"],
  ],
  ["two vendors at once", when({ kind: "all", of: [vendor("A"), vendor("B")] }), ["rules.0.when"]],
  ["what it leaves out", when({ kind: "all", of: [vendor("A"), notVendor("a", "B")] }), ["rules.0.when"]],
  [
    "a contradiction on every side",
    when({ kind: "any", of: [{ kind: "all", of: [vendor("A"), vendor("B")] }] }),
    ["rules.0.when"],
  ],
  [
    "a rule after one that takes all",
    { rules: [ruleOf("a", always, percent(5)), ruleOf("b", vendor("x"), percent(6))] },
    ["rules.1"],
  ],
  [
    "the same question twice",
    { rules: [ruleOf("a", vendor("x"), percent(5)), ruleOf("b", vendor("x"), percent(6))] },
    ["rules.1"],
  ],
  [
    "one id twice",
    { rules: [ruleOf("a", vendor("x"), percent(5)), ruleOf("a", vendor("y"), percent(6))] },
    ["rules.1.id"],
  ],
  ["no name", { rules: [{ ...ruleOf("a", vendor("x"), percent(5)), name: " " }] }, ["rules.0.name"]],
  ["tiers that fall", tiers([9, percent(10)], [5, percent(12)]), ["commission.steps.1.atLeast"]],
  ["tiers of two kinds", tiers([9, percent(10)], [500n, percent(12)]), ["commission.steps.1.atLeast"]],
  ["no tiers", tiers(), ["commission.steps"]],
  ["a tier at nothing", tiers([0, percent(10)]), ["commission.steps.0.atLeast"]],
  ["a cap of nothing", { caps: { ...noCaps, perOrder: usd(0n) } }, ["caps.perOrder"]],
  [
    "a period of no days",
    { caps: { ...noCaps, perAffiliate: { amount: usd(1n), period: { kind: "rolling", days: 0 } } } },
    ["caps.perAffiliate.period.days"],
  ],
  [
    "a bonus for nothing",
    {
      bonuses: [
        { id: "b", name: "", atLeast: { measure: "orders", count: 0 }, repeats: true, amount: usd(0n) },
      ],
    },
    ["bonuses.0.name", "bonuses.0.atLeast", "bonuses.0.amount"],
  ],
])("%s is refused at its field", (_case, parts, expected) => {
  expect(fields(parts)).toEqual(expected);
});

test("what can hold is no contradiction", () => {
  const fine: Condition[] = [
    { kind: "all", of: [value("at-least", 1n), value("at-most", 1n)] },
    { kind: "all", of: [vendor("A", "B"), vendor("b")] },
    { kind: "all", of: [vendor("A", "B"), notVendor("A")] },
    { kind: "any", of: [vendor("A"), { kind: "all", of: [vendor("A"), vendor("B")] }] },
    // An order may carry two codes.
    {
      kind: "all",
      of: [
        { kind: "discount-code", op: "any-of", values: ["A"] },
        { kind: "discount-code", op: "any-of", values: ["B"] },
      ],
    },
  ];
  for (const condition of fine) expect(fields(when(condition))).toEqual([]);
});

const second = (before: Condition, after: Condition) =>
  fields({ rules: [ruleOf("a", before, percent(5)), ruleOf("b", after, percent(6))] });
const all = (...of: Condition[]): Condition => ({ kind: "all", of });
const any = (...of: Condition[]): Condition => ({ kind: "any", of });

test("a rule is never reached after one that only asks for less, and is after one that asks for more or else", () => {
  const overlapping: [Condition, Condition][] = [
    [vendor("A", "b"), vendor("B ")],
    [notVendor("A"), notVendor("a", "B")],
    [value("at-least", 500n), value("at-least", 900n)],
    [value("at-most", 900n), value("at-most", 500n)],
    [vendor("A"), all(vendor("A"), value("at-least", 1n))],
    [any(vendor("A"), value("at-least", 5n)), any(value("at-least", 9n), all(vendor("a")))],
    [all(vendor("A"), value("at-least", 1n)), all(value("at-least", 2n), all(vendor("A"), notVendor("C")))],
    [any(vendor("x"), always), value("at-most", 1n)],
  ];
  for (const [before, after] of overlapping) expect(second(before, after)).toEqual(["rules.1"]);
  const fine: [Condition, Condition][] = [
    [vendor("B"), vendor("A", "b")],
    [notVendor("a", "B"), notVendor("A")],
    [value("at-least", 900n), value("at-least", 500n)],
    [value("at-most", 500n), value("at-most", 900n)],
    [all(vendor("A"), value("at-least", 1n)), vendor("A")],
    [vendor("A"), any(vendor("A"), value("at-least", 1n))],
    // An order without a customer matches neither, so one condition does not rule out the other.
    [
      { kind: "customer", is: "new" },
      { kind: "customer", is: "returning" },
    ],
    [vendor("A"), notVendor("B")],
  ];
  for (const [before, after] of fine) expect(second(before, after)).toEqual([]);
});

test("too many rules, too many questions and groups too deep are refused", () => {
  const rules = Array.from({ length: 51 }, (_, index) => ruleOf(`${index}`, vendor(`${index}`), percent(5)));
  expect(fields({ rules })).toEqual(["rules"]);
  const of = Array.from({ length: 201 }, (_, index) => notVendor(`${index}`));
  expect(fields(when({ kind: "all", of }))).toEqual(["rules"]);
  let deep: Condition = vendor("x");
  for (let depth = 0; depth < 6; depth++) deep = { kind: "all", of: [deep] };
  expect(fields(when(deep))).toEqual(["rules.0.when.of.0.of.0.of.0.of.0.of.0"]);
});
