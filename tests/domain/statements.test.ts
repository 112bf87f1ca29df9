import { describe, expect, it } from "vitest";
import { endStates, isOpen, paymentStates, outcomes } from "#app/domain/payouts/payment.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import {
  adjustmentFor,
  overchargedFee,
  type KnownPayment,
  type StatementOutcome,
  matchOf,
  stepsFor,
} from "#app/domain/statements/match.ts";
import { fc } from "../support/properties.ts";

const minor = fc.bigInt({ min: 1n, max: 3n });
// Small numbers meet often.
const line = fc.record<StatementOutcome>({
  outcome: fc.constantFrom(...outcomes),
  amountMinor: minor,
  feeMinor: fc.option(fc.bigInt({ min: 0n, max: 2n })),
  currency: fc.constantFrom("USD", "EUR"),
});
const payment = fc.record<KnownPayment>({
  status: fc.constantFrom(...paymentStates),
  amountMinor: minor,
  feeMinor: fc.bigInt({ min: 0n, max: 2n }),
  withheldMinor: fc.bigInt({ min: 0n, max: 2n }),
  currency: fc.constantFrom("USD", "EUR"),
  wasPaid: fc.boolean(),
  method: fc.constantFrom(...payoutMethods),
  contradiction: fc.constantFrom("", "The provider says otherwise"),
  sentAt: fc.constant(null),
});

const byPaypal = { method: "paypal", contradiction: "", sentAt: null } as const;

describe("the match of a statement line and a payment", () => {
  it("is matched only where both say the same amount, currency, fee and end", () => {
    fc.assert(
      fc.property(line, payment, (said, known) => {
        const isSame = said.amountMinor === known.amountMinor && said.currency === known.currency;
        const isFee = said.feeMinor === null || said.feeMinor === known.feeMinor;
        const isPaidHere = known.status === "paid" || (known.status === "returned" && known.wasPaid);
        const isOver = !isOpen(known.status) && known.status !== "paid";
        const expected = isSame && (said.outcome === "paid" ? isPaidHere && isFee : isOver);
        expect(matchOf(said, known) === "matched").toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("has a step for every difference, and none where nothing differs", () => {
    fc.assert(
      fc.property(line, fc.option(payment), (said, known) => {
        const match = matchOf(said, known);
        const possible = stepsFor(match, { payment: known, line: said });
        expect([possible.length === 0, possible.includes("noted")]).toEqual([
          match === "matched",
          match !== "matched",
        ]);
        expect(known === null && match !== "unexpected").toBe(false);
      }),
    );
  });

  it("adjusts by exactly the difference between the paid amount and the books", () => {
    const one = line.filter(({ outcome }) => outcome !== "returned");
    fc.assert(
      fc.property(one, payment, (said, known) => {
        // If the currencies differ, the payment counts as paid in full.
        const amountMinor = said.currency === known.currency ? said.amountMinor : known.amountMinor;
        const paidThere = said.outcome === "paid" ? amountMinor : 0n;
        const isPaidHere =
          !(endStates as readonly string[]).includes(known.status) || known.status === "paid";
        const paidHere = isPaidHere ? known.amountMinor : 0n;
        expect(paidHere - adjustmentFor(said, known)).toBe(paidThere);
      }),
    );
  });

  it.each([
    ["a part of what was paid", 400n, { status: "paid", wasPaid: true }, 400n],
    ["a part of what was given back whole", 400n, { status: "returned", wasPaid: true }, -600n],
    ["a part of what never counted as paid", 400n, { status: "canceled", wasPaid: false }, 0n],
    ["all of what was paid", 1000n, { status: "paid", wasPaid: true }, 1000n],
  ] as const)("is adjusted by what came back: %s", (_what, amountMinor, is, given) => {
    const known = {
      ...is,
      ...byPaypal,
      amountMinor: 1000n,
      feeMinor: 0n,
      withheldMinor: 0n,
      currency: "USD",
    };
    const said = { outcome: "returned", amountMinor, feeMinor: null, currency: "USD" } as const;
    expect(adjustmentFor(said, known)).toBe(given);
  });

  it("of a payment of 9.40 in place of 10.00 that came back, both lines together give all of it back", () => {
    const known = { status: "paid", amountMinor: 1000n, feeMinor: 0n, withheldMinor: 0n } as const;
    const both = (["paid", "returned"] as const).map((outcome) =>
      adjustmentFor(
        { outcome, amountMinor: 940n, feeMinor: null, currency: "USD" },
        { ...known, ...byPaypal, currency: "USD", wasPaid: true },
      ),
    );
    expect(both).toEqual([60n, 940n]);
  });

  const settled = { outcome: "paid", amountMinor: 500n, feeMinor: 25n, currency: "USD" } as const;
  const paid = {
    status: "paid",
    amountMinor: 500n,
    feeMinor: 25n,
    withheldMinor: 0n,
    currency: "USD",
    wasPaid: true,
    ...byPaypal,
  } as const;

  const open = { ...paid, status: "sent", wasPaid: false } as const;

  it.each([
    ["matched", settled, paid],
    ["matched", { ...settled, feeMinor: null }, paid],
    ["matched", settled, { ...paid, status: "returned" }],
    ["fee", { ...settled, feeMinor: 30n }, paid],
    ["amount", { ...settled, amountMinor: 501n }, paid],
    ["amount", { ...settled, currency: "EUR" }, paid],
    ["paid", settled, { ...paid, status: "checking", wasPaid: false }],
    ["paid", settled, { ...paid, status: "failed", wasPaid: false }],
    ["unexpected", settled, { ...paid, status: "canceled", wasPaid: false }],
    ["paid", settled, { ...paid, status: "returned", wasPaid: false }],
    ["unexpected", settled, null],
    ["returned", { ...settled, outcome: "returned" }, paid],
    ["matched", { ...settled, outcome: "returned" }, { ...paid, status: "returned" }],
    ["returned", { ...settled, outcome: "failed" }, { ...paid, status: "sent" }],
    ["unclaimed", { ...settled, outcome: "unclaimed" }, { ...paid, status: "unclaimed" }],
    ["pending", { ...settled, outcome: "in_review" }, { ...paid, status: "sent" }],
  ] as const)("is %s", (match, said, known) => {
    expect(matchOf(said, known)).toBe(match);
  });

  const inEuro = { ...settled, currency: "EUR" } as const;
  const lower = { ...settled, feeMinor: 20n } as const;

  it.each([
    ["a payment that no payout is", "record", settled, null],
    ["money back of a payment that no payout is", "record", { ...settled, outcome: "returned" }, null],
    ["what was not paid of no payout", "noted", { ...settled, outcome: "failed" }, null],
    ["a higher fee", "fee", { ...settled, feeMinor: 30n }, paid],
    ["a lower fee that the affiliate bore", "adjust", lower, { ...paid, withheldMinor: 25n }],
    ["a lower fee that the affiliate bore a part of", "fee", lower, { ...paid, withheldMinor: 20n }],
    ["a lower fee that the shop bore", "fee", lower, paid],
    ["another amount", "adjust", { ...settled, amountMinor: 501n }, paid],
    ["another currency, paid on both sides", "exchange", inEuro, paid],
    ["another currency, open here", "settle", inEuro, { ...paid, status: "sent", wasPaid: false }],
    ["another currency, failed here", "settle", inEuro, { ...paid, status: "failed", wasPaid: false }],
    ["another currency, taken back here", "adjust", inEuro, { ...paid, status: "canceled", wasPaid: false }],
    [
      "another currency, come back here unpaid",
      "settle",
      inEuro,
      { ...paid, status: "returned", wasPaid: false },
    ],
    ["paid there, and posted back here before", "settle", settled, { ...open, status: "returned" }],
    ["another currency, come back after it was paid", "exchange", inEuro, { ...paid, status: "returned" }],
    ["another currency, come back there", "return", { ...inEuro, outcome: "returned" }, paid],
    ["paid and taken back here", "adjust", settled, { ...paid, status: "canceled", wasPaid: false }],
  ] as const)("of %s is meant to %s first", (_what, step, said, known) => {
    expect(stepsFor(matchOf(said, known), { payment: known, line: said })[0]).toBe(step);
  });

  it("returns what the affiliate bore beyond the fee, and nothing if the line has no fee", () => {
    expect(overchargedFee(lower, { ...paid, withheldMinor: 25n })).toBe(5n);
    expect(overchargedFee({ ...lower, feeMinor: null }, { ...paid, withheldMinor: 25n })).toBe(0n);
    expect(overchargedFee(lower, { ...paid, status: "returned", withheldMinor: 25n })).toBe(0n);
  });
});
