import { describe, expect, it } from "vitest";
import { asGiven } from "#app/domain/audit/expected-commission.ts";
import { evaluate } from "#app/domain/commission.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { explainDifference } from "#app/domain/shadow/explain-difference.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { fixedOf, lineOf, orderOf, percentOf, refundOf, shippingOf } from "../order-of.ts";

const tenPercent = percentOf(10);

function explain(thereMinor: bigint, facts: OrderFacts, terms: ProgramTerms = tenPercent) {
  const evaluation = evaluate({ terms, facts, attribution: asGiven(terms, facts), inputs: null });
  return explainDifference({ facts, terms, evaluation, thereMinor });
}

const hundred = orderOf({ lines: [lineOf("1", 10_000n)] });

describe("the term that makes a difference", () => {
  it("is a rate, the simplest that gives the other app's amount", () => {
    expect(explain(1500n, hundred)).toEqual({
      code: "rate",
      hereBps: 1000,
      thereBps: 1500,
      baseMinor: 10_000n,
    });
    expect(explain(750n, hundred)).toEqual({
      code: "rate",
      hereBps: 1000,
      thereBps: 750,
      baseMinor: 10_000n,
    });
    expect(explain(1500n, hundred, fixedOf(500n))).toMatchObject({ code: "rate_there", thereBps: 1500 });
  });

  it("is a refund that the other app did not reverse", () => {
    const half = orderOf({
      lines: [lineOf("1", 5000n, { quantity: 2 })],
      refunds: [refundOf("1", { lines: [{ lineId: "1", quantity: 1, subtotalMinor: 5000n, taxMinor: 0n }] })],
    });
    expect(explain(1000n, half)).toEqual({ code: "refunded_here", earnedMinor: 1000n });
  });

  it("is shipping that counts in one app only", () => {
    const shipped = orderOf({ lines: [lineOf("1", 10_000n)], shipping: [shippingOf(1000n)] });
    expect(explain(1100n, shipped)).toEqual({ code: "counts_there", part: "shipping" });
    const withShipping = { ...tenPercent, base: { ...tenPercent.base, shipping: true } };
    expect(explain(1000n, shipped, withShipping)).toEqual({ code: "counts_here", part: "shipping" });
  });

  it("is a product that the terms here exclude", () => {
    const excluding: ProgramTerms = {
      ...tenPercent,
      rules: [
        {
          id: "r1",
          name: "Mugs",
          when: { kind: "product", op: "any-of", values: ["2"] },
          pay: { kind: "none" },
        },
      ],
    };
    const two = orderOf({ lines: [lineOf("1", 10_000n), lineOf("2", 5000n, { productId: "2" })] });
    expect(explain(1500n, two, excluding)).toMatchObject({ code: "excluded", lines: 1 });
  });

  it("is unknown if no single term gives the other app's amount", () => {
    expect(explain(1234n, hundred, tenPercent)).toEqual({ code: "amount" });
  });
});
