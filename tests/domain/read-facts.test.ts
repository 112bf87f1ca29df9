import { expect, test } from "vitest";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { fc } from "../support/properties.ts";
import { anyHistory } from "./order-history.ts";
import { lineOf, orderOf } from "./order-of.ts";

const keep = (value: unknown): unknown => JSON.parse(JSON.stringify(toPlain(value)));

test("facts come back from the database as they were", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, refunds }) => {
      const whole = { ...facts, refunds };
      expect(readFacts(keep(whole))).toEqual(whole);
    }),
  );
});

test("what is known of goods, payment and sending comes back too", () => {
  const whole = orderOf({
    paidAt: "2026-11-10T12:00:00.000Z",
    fulfilledAt: "2026-11-11T12:00:00.000Z",
    countryCode: "NZ",
    catalog: {
      readAt: "2026-11-10T12:00:01.000Z",
      products: { "7": { tags: ["wool"], collectionIds: ["9"] } },
      customerTags: ["vip"],
    },
    lines: [lineOf("1", 100n, { subscription: true })],
  });
  expect(readFacts(keep(whole))).toEqual(whole);
});
