import { describe, expect, test } from "vitest";
import {
  fillTemplate,
  freeCode,
  isNewCode,
  templateFault,
  textFault,
} from "#app/domain/codes/code-template.ts";
import {
  changedParts,
  type DiscountDetails,
  type DiscountDraft,
  faultsOfDraft,
} from "#app/domain/codes/discount.ts";
import { chanceOf } from "../histories/random.ts";

const facts = { name: "Zoë Núñez-Ruiz", percent: "12.5", amount: "5.00", random: () => 0 };

describe("a template", () => {
  test.each([
    ["{FIRSTNAME}{PERCENT}", "ZOE12.5"],
    ["{LASTNAME}-{AMOUNT}", "NUNEZRUIZ-5"],
    ["{NAME}", "ZOENUNEZRUIZ"],
    ["VIP_{RANDOM4}", "VIP_AAAA"],
    ["SAVE", "SAVE"],
  ])("%s makes %s", (template, code) => {
    expect(fillTemplate(template, facts)).toBe(code);
  });

  test("says PARTNER where a name has no Latin letters, and takes the first and the last of many names", () => {
    expect(fillTemplate("{FIRSTNAME}", { ...facts, name: "李" })).toBe("PARTNER");
    expect(fillTemplate("{FIRSTNAME}{LASTNAME}", { ...facts, name: "Ann Maria Lee" })).toBe("ANNLEE");
    expect(fillTemplate("{NAME}", { ...facts, name: "X".repeat(300) })).toHaveLength(20);
  });

  test("draws from letters and digits that nobody takes for each other", () => {
    const chance = chanceOf(1);
    const random = () => chance.int(0, 999_999) / 1_000_000;
    const drawn = Array.from({ length: 200 }, () => fillTemplate("{RANDOM4}", { ...facts, random }));
    for (const code of drawn) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}$/);
    expect(new Set(drawn).size).toBeGreaterThan(150);
  });

  test.each(["", "   ", "{FOO}", "A B", "SAVE'10", "🎁X", "-SALE", "X".repeat(65), "{NAME", "{}"])(
    "%j makes no codes",
    (template) => {
      expect(textFault(template)).not.toBeNull();
    },
  );

  test("names only what the discount has", () => {
    expect(templateFault("{NAME}{PERCENT}", { kind: "amount" })).toMatchObject({ placeholder: "{PERCENT}" });
    expect(templateFault("{NAME}{AMOUNT}", { kind: "percentage" })).toMatchObject({
      placeholder: "{AMOUNT}",
    });
    expect(templateFault("{NAME}{AMOUNT}", { kind: "amount" })).toBeNull();
    expect(templateFault("{NAME}SHIP", { kind: "free-shipping" })).toBeNull();
  });

  test("gives a code that somebody has a number", () => {
    const taken = new Set(["ann", "ann2"]);
    expect(freeCode("Ann", (key) => taken.has(key))).toBe("Ann3");
    expect(freeCode("Ben", (key) => taken.has(key))).toBe("Ben");
  });

  test.each([
    ["AB", true],
    ["a-b.c_9", true],
    ["A", false],
    ["", false],
    ["A B", false],
    ["Ä1", false],
    [".A1", false],
  ])("%j as a new code: %s", (code, good) => {
    expect(isNewCode(code)).toBe(good);
  });
});

const draft: DiscountDraft = {
  kind: "percentage",
  percent: "15",
  eachItem: false,
  scope: "all",
  itemIds: [],
  minimum: "none",
  oncePerCustomer: false,
  combinesWith: [],
};

describe("what is wrong with a discount is said at its field", () => {
  test.each([
    [{}, []],
    [{ percent: "0" }, ["percent"]],
    [{ percent: "100.01" }, ["percent"]],
    [{ percent: "100" }, []],
    [{ kind: "amount", percent: undefined }, ["amount"]],
    [{ kind: "amount", amount: "0.00" }, ["amount"]],
    [{ kind: "amount", amount: "0.01" }, []],
    [{ kind: "amount", amount: "1.005" }, ["amount"]],
    [{ kind: "amount", amount: "99999999999999999" }, ["amount"]],
    [{ scope: "products" }, ["itemIds"]],
    [{ kind: "free-shipping", scope: "products", itemIds: ["1"] }, ["scope"]],
    [{ minimum: "subtotal" }, ["minimumAmount"]],
    [{ minimum: "quantity" }, ["minimumQuantity"]],
    [{ firstDay: "2026-11-22", lastDay: "2026-11-21" }, ["lastDay"]],
    [{ lastDay: "2026-11-19" }, ["lastDay"]],
    [{ lastDay: "2026-11-20" }, []],
    [{ combinesWith: ["shipping"] }, []],
    [{ kind: "free-shipping", combinesWith: ["order", "product"] }, []],
    [{ kind: "free-shipping", combinesWith: ["shipping"] }, ["combinesWith"]],
  ] as const)("%j", (change, fields) => {
    const faults = faultsOfDraft({ ...draft, ...change }, "USD", "2026-11-20");
    expect(faults.map((fault) => fault.field)).toEqual(fields);
  });

  test("an amount has the digits of its currency", () => {
    const yen = { ...draft, kind: "amount", amount: "500.5" } as const;
    expect(faultsOfDraft(yen, "JPY", "2026-11-20")).toMatchObject([{ field: "amount" }]);
    expect(faultsOfDraft({ ...yen, amount: "500" }, "JPY", "2026-11-20")).toEqual([]);
  });
});

describe("two readings of a discount", () => {
  const details: DiscountDetails = {
    value: { kind: "amount", amount: "5.00", eachItem: true },
    scope: { kind: "products", ids: ["1", "2"] },
    minimum: { kind: "none" },
    startsAt: "2026-01-01T00:00:00Z",
    endsAt: null,
    usageLimit: null,
    oncePerCustomer: false,
    combinesWith: ["order", "shipping"],
    timesUsed: 3,
  };

  test("are the same in any order of their parts, whenever it ends, and however often it was used", () => {
    const other: DiscountDetails = {
      ...details,
      scope: { kind: "products", ids: ["2", "1"] },
      combinesWith: ["shipping", "order"],
      endsAt: "2026-12-01T00:00:00Z",
      timesUsed: 4,
    };
    expect(changedParts(details, other)).toEqual([]);
  });

  test.each([
    { value: { kind: "amount", amount: "6.00", eachItem: true } },
    { value: { kind: "amount", amount: "5.00", eachItem: false } },
    { scope: { kind: "collections", ids: ["1", "2"] } },
    { minimum: { kind: "quantity", quantity: 2 } },
    { usageLimit: 1 },
    { oncePerCustomer: true },
    { combinesWith: [] },
  ] as const)("differ by %j", (change) => {
    expect(changedParts(details, { ...details, ...change })).toHaveLength(1);
  });
});
