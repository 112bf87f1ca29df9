import { expect, it } from "vitest";
import { afterMove, type PaymentState, nextState, outcomes } from "#app/domain/payouts/payment.ts";

const never = (status: PaymentState) => ({ status, wasPaid: false });

it.each(outcomes)("a payment that is failed here contradicts only that it was paid: %s", (outcome) => {
  expect(nextState(never("failed"), outcome)).toBe(outcome === "paid" ? "contradiction" : "same");
});

it.each(outcomes)(
  "one that came back and was never paid contradicts only that it was paid: %s",
  (outcome) => {
    expect(nextState(never("returned"), outcome)).toBe(outcome === "paid" ? "contradiction" : "same");
  },
);

it.each(outcomes)("one that came back after it was paid is told of what was before: %s", (outcome) => {
  expect(nextState({ status: "returned", wasPaid: true }, outcome)).toBe("same");
});

it("a person marks a returned payment as paid where it never was before", () => {
  const paid = { said: "person", to: "paid" } as const;
  expect(afterMove(never("returned"), paid)).toBe("paid");
  expect(afterMove({ status: "returned", wasPaid: true }, paid)).toBe("contradiction");
});
