import { expect, it } from "vitest";
import { nextState, outcomes } from "#app/domain/payouts/item.ts";

it.each(outcomes)("a payment that is failed here contradicts only that it was paid: %s", (outcome) => {
  expect(nextState("failed", outcome)).toBe(outcome === "settled" ? "contradiction" : "same");
});
