import { describe, expect, it } from "vitest";
import {
  newsWithoutCustomer,
  rememberAnswers,
  withoutClickIds,
  withoutCustomer,
} from "#app/domain/forget-customer.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import { orderOf } from "./order-of.ts";
import { amounts, first, percent, ruleOf, termsOf } from "./terms-of.ts";

const at = "2026-12-01T00:00:00Z";
const known: OrderFacts = orderOf({
  clickAttribute: "clk_a.signed",
  checkoutToken: "token",
  landingSite: "/?mail=ada@customer.example",
  customerId: "77",
  customerHash: "hash",
  traces: { email: "hash of the address", households: ["household"], referrerHost: "blog.example" },
  countryCode: "NZ",
  catalog: { readAt: at, products: {}, customerTags: ["VIP"] },
});

/** Everything that stays of an order whose customer is forgotten; what facts hold beside it has to be thought of. */
const staying = new Set(
  [
    "id name currency presentmentCurrency createdAt updatedAt cancelledAt paidAt fulfilledAt deleted test",
    "financialStatus dispute sourceName taxesIncluded lines linesAddedLater shipping tipMinor dutiesMinor",
    "discountCodes customerOrderIndex refunds forgotten",
  ].flatMap((line) => line.split(" ")),
);

const tagged: Condition = { kind: "customer-tag", op: "any-of", values: ["vip"] };
const abroad: Condition = { kind: "country", op: "none-of", values: ["NZ"] };
const termsWith = (...conditions: Condition[]) =>
  termsOf({
    rules: conditions.map((when, place) => ruleOf(String(place), when, percent(20 + place))),
    commission: percent(10),
  });
const forget = (facts: OrderFacts, terms = termsWith(tagged, abroad)) =>
  withoutCustomer(facts, rememberAnswers(facts, terms, at));

describe("facts of which the customer is forgotten", () => {
  it("hold only what is named here", () => {
    const { catalog, ...left } = forget(known);
    const full = Object.entries(left).filter(([, value]) => value !== null && value !== undefined);
    expect(full.map(([name]) => name).filter((name) => !staying.has(name))).toEqual([]);
    expect(catalog).toEqual({ readAt: at, products: {}, customerTags: null });
  });

  it("answer what the terms had asked as before, and nothing else about the customer", () => {
    const left = forget(known);
    expect(Object.values(left.forgotten?.answers ?? {})).toEqual(["holds", "fails"]);
    for (const terms of [
      termsWith(tagged),
      termsWith(abroad, tagged),
      termsWith({ kind: "all", of: [tagged] }),
    ]) {
      expect(amounts(first(terms, left))).toEqual(amounts(first(terms, known)));
    }
    const other = termsWith({ kind: "country", op: "any-of", values: ["NZ"] });
    expect(amounts(first(other, left))).toEqual(amounts(first(termsWith(), known)));
  });

  it("stay what they are when forgotten again, and when they come out of the database", () => {
    const left = forget(known);
    expect(
      withoutCustomer(left, rememberAnswers(left, termsWith(tagged, abroad), "2027-01-01T00:00:00Z")),
    ).toEqual(left);
    expect(readFacts(toPlain(left))).toEqual(left);
  });

  it("take nothing of the customer from what is heard afterwards", () => {
    const { forgotten } = forget(known);
    if (!forgotten) throw new Error("Nothing was forgotten.");
    expect(newsWithoutCustomer({ kind: "order", facts: known }, forgotten)).toEqual({
      kind: "order",
      facts: forget(known),
    });
    const catalog = { readAt: at, products: {}, customerTags: ["VIP"] };
    expect(newsWithoutCustomer({ kind: "catalog", orderId: "1", catalog }, forgotten)).toMatchObject({
      catalog: { customerTags: null },
    });
  });
});

const click = (clickId: string) => ({ kind: "click", clickId, at });

it("clicks of an attribution get names that say nothing, alike everywhere, and sort as before", () => {
  const [a, b, c] = [click("clk_a"), click("clk_b"), { kind: "code", code: "clk_b" }];
  const kept = { evidence: [b, c, a], decided: { winner: { evidence: b }, candidates: [{ evidence: a }] } };
  const [first1, second] = [click("clk_forgotten001"), click("clk_forgotten002")];
  const left = withoutClickIds(kept);
  expect(left).toEqual({
    evidence: [second, c, first1],
    decided: { winner: { evidence: second }, candidates: [{ evidence: first1 }] },
  });
  expect(withoutClickIds(left)).toEqual(left);
});
