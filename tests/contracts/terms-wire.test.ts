import { describe, expect, test } from "vitest";
import { termsBody, termsWire } from "#app/contracts/terms.ts";
import { termsOfWire } from "#app/contracts/terms-of-wire.ts";
import { termsCodec } from "#app/contracts/terms-codecs.ts";
import { encode } from "#app/contracts/wire.ts";
import { typed } from "#app/ui/admin/programs/terms/draft.ts";
import { fc } from "../support/properties.ts";
import { anyTerms } from "./terms-arbitrary.ts";

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("terms over the wire", () => {
  test("come back as they were, through JSON and through the fields of the editor", () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const wire = encode(termsCodec, terms);
        expect(termsWire.parse(json(wire))).toEqual(wire);
        expect(termsOfWire(termsBody.parse(json(wire)))).toEqual(terms);
        expect(termsOfWire(termsBody.parse(json(typed(wire))))).toEqual(terms);
      }),
      { numRuns: 300 },
    );
  });

  test("may omit what is not there, and rules get names of their own", () => {
    const pay = { type: "none" };
    const given = {
      rules: [
        { name: "A", when: { type: "all", of: [] }, pay },
        { id: "rule-1", name: "B", when: { type: "customer", is: "new" }, pay },
        { name: "C", when: { type: "all", of: [] }, pay },
      ],
      commission: { type: "percentage", percent: "10" },
      base: { shipping: true },
      caps: {},
    };
    const terms = termsOfWire(termsBody.parse(given));
    expect(terms.rules?.map((rule) => rule.id)).toEqual(["rule-2", "rule-1", "rule-3"]);
    expect(terms.base).toEqual({
      shipping: true,
      tax: false,
      tips: false,
      giftCards: false,
      duties: false,
      beforeDiscounts: false,
    });
    expect(terms.caps).toEqual({ perOrder: null, perAffiliate: null });
    expect(terms).toMatchObject({ bonuses: undefined, approvalDays: undefined, approvalFrom: undefined });
  });
});

const commission = { type: "percentage", percent: "10" };
const amount = { amount: "5.00", currencyCode: "USD" };
const rule = (when: unknown, pay: unknown = commission) => ({
  commission,
  rules: [{ name: "A", when, pay }],
});
const tiers = (part: Record<string, unknown>) => ({
  commission: {
    type: "tiered",
    period: { type: "ever" },
    below: commission,
    steps: [{ atLeast: { measure: "orders", count: 5 }, pay: commission }],
    ...part,
  },
});

/** The paths at which the contract refuses it. */
function refusedAt(body: unknown): string[] {
  const result = termsBody.safeParse(body);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));
}

describe("what is no terms", () => {
  test.each<[unknown, string]>([
    [{}, "commission"],
    [{ commission: { type: "half" } }, "commission.type"],
    [{ commission: { type: "percentage", percent: "100.01" } }, "commission.percent"],
    [{ commission: { type: "percentage", percent: "0" } }, "commission.percent"],
    [{ commission: { type: "percentage", percent: "1,5" } }, "commission.percent"],
    [{ commission: { type: "percentage", percent: "5", amount } }, ""],
    [
      { commission: { type: "per-item", amount: { amount: "1.999", currencyCode: "USD" } } },
      "commission.amount",
    ],
    [{ commission: { type: "fixed", amount: { amount: "5", currencyCode: "XQZ" } } }, "commission.amount"],
    [
      { commission: { type: "fixed", amount: { amount: "9".repeat(40), currencyCode: "USD" } } },
      "commission.amount",
    ],
    [tiers({ steps: [] }), "commission.steps"],
    [tiers({ below: { type: "tiered" } }), "commission.below.type"],
    [tiers({ period: { type: "rolling", days: 0 } }), "commission.period.days"],
    [tiers({ period: { type: "calendar", unit: "week" } }), "commission.period.unit"],
    [
      tiers({ steps: [{ atLeast: { measure: "orders", count: 0 }, pay: commission }] }),
      "commission.steps.0.atLeast.count",
    ],
    [
      tiers({ steps: [{ atLeast: { measure: "likes" }, pay: commission }] }),
      "commission.steps.0.atLeast.measure",
    ],
    [{ commission, rules: [{ name: "", when: { type: "all", of: [] }, pay: commission }] }, "rules.0.name"],
    [{ commission, rules: [{ name: "A", pay: commission }] }, "rules.0.when"],
    [
      { commission, rules: [{ id: "../x", name: "A", when: { type: "all", of: [] }, pay: commission }] },
      "rules.0.id",
    ],
    [rule({ type: "weather", is: "new" }), "rules.0.when.type"],
    [rule({ type: "customer", is: "old" }), "rules.0.when.is"],
    [rule({ type: "all", of: "x" }), "rules.0.when.of"],
    [rule({ type: "any", of: [{ type: "sku", op: "any-of", values: [] }] }), "rules.0.when.of.0.values"],
    [rule({ type: "any", of: [{ type: "sku", op: "some", values: ["A"] }] }), "rules.0.when.of.0.op"],
    [rule({ type: "sku", op: "any-of", values: [" "] }), "rules.0.when.values.0"],
    [rule({ type: "sku", op: "any-of", values: ["x".repeat(256)] }), "rules.0.when.values.0"],
    [rule({ type: "sku", op: "any-of", values: ["<script>"] }), "rules.0.when.values.0"],
    [rule({ type: "product", op: "any-of", values: ["gid"] }), "rules.0.when.values.0"],
    [rule({ type: "country", op: "any-of", values: ["Germany"] }), "rules.0.when.values.0"],
    [
      rule({ type: "order-value", op: "at-least", amount: { amount: "x", currencyCode: "USD" } }),
      "rules.0.when.amount.amount",
    ],
    [rule({ type: "quantity", op: "at-least", count: -1 }), "rules.0.when.count"],
    [rule({ type: "quantity", op: "at-least", count: 1.5 }), "rules.0.when.count"],
    [rule({ type: "all", of: [] }, { type: "none", percent: "5" }), "rules.0.pay"],
    [{ commission, base: { weight: true } }, "base"],
    [{ commission, base: { tax: "yes" } }, "base.tax"],
    [{ commission, caps: { perOrder: "5" } }, "caps.perOrder"],
    [{ commission, caps: { perAffiliate: { amount } } }, "caps.perAffiliate.period"],
    [
      { commission, bonuses: [{ name: "First", atLeast: { measure: "orders", count: 1 } }] },
      "bonuses.0.amount",
    ],
    [{ commission, approvalFrom: "delivery" }, "approvalFrom"],
    [
      { commission, rules: Array.from({ length: 51 }, () => rule({ type: "all", of: [] }).rules[0]) },
      "rules",
    ],
  ])("%j is refused at its field", (body, path) => {
    const refused = refusedAt(body);
    // A field that is not known is named by its parent.
    expect(refused).toContain(path === "" ? "commission" : path);
  });
});
