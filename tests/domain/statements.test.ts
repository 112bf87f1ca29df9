import { describe, expect, it } from "vitest";
import { endStates, isOpen, itemStates, outcomes } from "#app/domain/payouts/item.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { amountStyleOf, decimalOf } from "#app/domain/statements/amount-style.ts";
import { columnsOf } from "#app/domain/statements/columns.ts";
import { dateStyleOf, dayOf } from "#app/domain/statements/date-style.ts";
import {
  adjustmentFor,
  borneTooMuch,
  type ItemKnown,
  type LineSaid,
  matchOf,
  stepsFor,
} from "#app/domain/statements/match.ts";
import { fc } from "../support/properties.ts";

const minor = fc.bigInt({ min: 1n, max: 3n });
// Small numbers meet often.
const line = fc.record<LineSaid>({
  outcome: fc.constantFrom(...outcomes),
  amountMinor: minor,
  feeMinor: fc.option(fc.bigInt({ min: 0n, max: 2n })),
  currency: fc.constantFrom("USD", "EUR"),
});
const item = fc.record<ItemKnown>({
  status: fc.constantFrom(...itemStates),
  amountMinor: minor,
  feeMinor: fc.bigInt({ min: 0n, max: 2n }),
  withheldMinor: fc.bigInt({ min: 0n, max: 2n }),
  currency: fc.constantFrom("USD", "EUR"),
  wasSettled: fc.boolean(),
  method: fc.constantFrom(...payoutMethods),
  contradiction: fc.constantFrom("", "The provider says otherwise"),
  sentAt: fc.constant(null),
});

const byPaypal = { method: "paypal", contradiction: "", sentAt: null } as const;

describe("how a line stands to a payout", () => {
  it("is matched only where both say the same amount, currency, fee and end", () => {
    fc.assert(
      fc.property(line, item, (said, known) => {
        const isSame = said.amountMinor === known.amountMinor && said.currency === known.currency;
        const isFee = said.feeMinor === null || said.feeMinor === known.feeMinor;
        const isPaidHere = known.status === "settled" || (known.status === "returned" && known.wasSettled);
        const isOver = !isOpen(known.status) && known.status !== "settled";
        const expected = isSame && (said.outcome === "settled" ? isPaidHere && isFee : isOver);
        expect(matchOf(said, known) === "matched").toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("has a step for every difference, and none where nothing differs", () => {
    fc.assert(
      fc.property(line, fc.option(item), (said, known) => {
        const match = matchOf(said, known);
        const possible = stepsFor(match, { item: known, line: said });
        expect([possible.length === 0, possible.includes("noted")]).toEqual([
          match === "matched",
          match !== "matched",
        ]);
        expect(known === null && match !== "unexpected").toBe(false);
      }),
    );
  });

  it("is adjusted by exactly what was paid otherwise than the books hold", () => {
    const one = line.filter(({ outcome }) => outcome !== "returned");
    fc.assert(
      fc.property(one, item, (said, known) => {
        // What was paid in another currency is the whole payment.
        const amountMinor = said.currency === known.currency ? said.amountMinor : known.amountMinor;
        const paidThere = said.outcome === "settled" ? amountMinor : 0n;
        const isPaidHere =
          !(endStates as readonly string[]).includes(known.status) || known.status === "settled";
        const paidHere = isPaidHere ? known.amountMinor : 0n;
        expect(paidHere - adjustmentFor(said, known)).toBe(paidThere);
      }),
    );
  });

  it.each([
    ["a part of what was paid", 400n, { status: "settled", wasSettled: true }, 400n],
    ["a part of what was given back whole", 400n, { status: "returned", wasSettled: true }, -600n],
    ["a part of what never counted as paid", 400n, { status: "cancelled", wasSettled: false }, 0n],
    ["all of what was paid", 1000n, { status: "settled", wasSettled: true }, 1000n],
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
    const known = { status: "settled", amountMinor: 1000n, feeMinor: 0n, withheldMinor: 0n } as const;
    const both = (["settled", "returned"] as const).map((outcome) =>
      adjustmentFor(
        { outcome, amountMinor: 940n, feeMinor: null, currency: "USD" },
        { ...known, ...byPaypal, currency: "USD", wasSettled: true },
      ),
    );
    expect(both).toEqual([60n, 940n]);
  });

  const settled = { outcome: "settled", amountMinor: 500n, feeMinor: 25n, currency: "USD" } as const;
  const paid = {
    status: "settled",
    amountMinor: 500n,
    feeMinor: 25n,
    withheldMinor: 0n,
    currency: "USD",
    wasSettled: true,
    ...byPaypal,
  } as const;

  const open = { ...paid, status: "sent", wasSettled: false } as const;

  it.each([
    ["matched", settled, paid],
    ["matched", { ...settled, feeMinor: null }, paid],
    ["matched", settled, { ...paid, status: "returned" }],
    ["fee", { ...settled, feeMinor: 30n }, paid],
    ["amount", { ...settled, amountMinor: 501n }, paid],
    ["amount", { ...settled, currency: "EUR" }, paid],
    ["settled", settled, { ...paid, status: "unknown", wasSettled: false }],
    ["settled", settled, { ...paid, status: "failed", wasSettled: false }],
    ["unexpected", settled, { ...paid, status: "cancelled", wasSettled: false }],
    ["settled", settled, { ...paid, status: "returned", wasSettled: false }],
    ["unexpected", settled, null],
    ["returned", { ...settled, outcome: "returned" }, paid],
    ["matched", { ...settled, outcome: "returned" }, { ...paid, status: "returned" }],
    ["returned", { ...settled, outcome: "failed" }, { ...paid, status: "sent" }],
    ["unclaimed", { ...settled, outcome: "unclaimed" }, { ...paid, status: "unclaimed" }],
    ["pending", { ...settled, outcome: "held" }, { ...paid, status: "sent" }],
  ] as const)("stands %s", (match, said, known) => {
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
    ["another currency, open here", "settle", inEuro, { ...paid, status: "sent", wasSettled: false }],
    ["another currency, failed here", "settle", inEuro, { ...paid, status: "failed", wasSettled: false }],
    [
      "another currency, taken back here",
      "adjust",
      inEuro,
      { ...paid, status: "cancelled", wasSettled: false },
    ],
    [
      "another currency, come back here unpaid",
      "settle",
      inEuro,
      { ...paid, status: "returned", wasSettled: false },
    ],
    ["paid there, and posted back here before", "settle", settled, { ...open, status: "returned" }],
    ["another currency, come back after it was paid", "exchange", inEuro, { ...paid, status: "returned" }],
    ["another currency, come back there", "return", { ...inEuro, outcome: "returned" }, paid],
    ["paid and taken back here", "adjust", settled, { ...paid, status: "cancelled", wasSettled: false }],
  ] as const)("of %s is meant to %s first", (_what, step, said, known) => {
    expect(stepsFor(matchOf(said, known), { item: known, line: said })[0]).toBe(step);
  });

  it("gives back what was borne beyond the fee, and nothing where that is not told", () => {
    expect(borneTooMuch(lower, { ...paid, withheldMinor: 25n })).toBe(5n);
    expect(borneTooMuch({ ...lower, feeMinor: null }, { ...paid, withheldMinor: 25n })).toBe(0n);
    expect(borneTooMuch(lower, { ...paid, status: "returned", withheldMinor: 25n })).toBe(0n);
  });
});

describe("how a column of amounts is written", () => {
  it.each([
    [["12.50", "1,234.00"], "point"],
    [["12,50", "1.234,00"], "comma"],
    [["-12.5", "(3.00)", "4.00-"], "point"],
    [["€1.234.567,89"], "comma"],
    [["1 234,50", "1\u00a0234,50"], "comma"],
    [["1'234.50"], "point"],
    [["1,234", "0.5"], "point"],
    [["1.234", "2,5"], "comma"],
    [["0.500"], "point"],
    [["12", "", "7"], "point"],
    [["1,234,567"], "point"],
  ])("%j is %s", (cells, style) => {
    expect(amountStyleOf(cells, null)).toBe(style);
  });

  it.each([
    [["1.234"], 0, "may be read in two ways"],
    [["5", "1,234"], 1, "may be read in two ways"],
    [["1.5", "2,5"], 1, "is written otherwise than the amounts before it"],
    [["12.50", "free"], 1, "is not an amount"],
    [["1.2.3"], 0, "is not an amount"],
    [["12,50", "1.234.5"], 1, "is not an amount"],
  ])("%j is refused at %i: %s", (cells, index, message) => {
    expect(amountStyleOf(cells, null)).toMatchObject({ index, message });
  });

  it("is what a person says, where the column does not tell", () => {
    expect(amountStyleOf(["1.234"], "comma")).toBe("comma");
    expect(decimalOf("1.234", "comma")).toBe("1234");
    expect(decimalOf("1.234", "point")).toBe("1.234");
    expect(amountStyleOf(["1.50"], "comma")).toBe("point");
  });

  it("gives every amount back that was written in one style, whichever", () => {
    const amounts = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(amounts, fc.boolean(), fc.boolean(), (cents, isComma, isGrouped) => {
        const cells = cents.map((one) => written(one, isComma, isGrouped));
        const style = amountStyleOf(cells, null);
        expect(style).toBe(isComma ? "comma" : "point");
        const back = cells.map((cell) =>
          Math.round(Number(decimalOf(cell, isComma ? "comma" : "point")) * 100),
        );
        expect(back.map((one) => one + 0)).toEqual(cents.map((one) => one + 0));
      }),
    );
  });
});

function written(cents: number, isComma: boolean, isGrouped: boolean): string {
  const [sign, magnitude] = [cents < 0 ? "-" : "", Math.abs(cents)];
  const whole = String(Math.floor(magnitude / 100));
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, isComma ? "." : ",") : whole;
  return `${sign}${grouped}${isComma ? "," : "."}${String(magnitude % 100).padStart(2, "0")}`;
}

describe("how a column of days is written", () => {
  it.each([
    [["2026-03-31", "2026-04-01T10:00:00Z"], "ymd", "2026-03-31"],
    [["31/03/2026", "01/04/2026"], "dmy", "2026-03-31"],
    [["03/04/2026", "03/31/2026"], "mdy", "2026-03-04"],
    [["03.04.2026"], "dmy", "2026-04-03"],
  ])("%j is %s", (cells, style, day) => {
    expect(dateStyleOf(cells, null)).toBe(style);
    expect(dayOf(cells[0] ?? "", style as "ymd")).toBe(day);
  });

  it.each([
    [["03/04/2026"], 0, "may be read in two ways"],
    [["31/03/2026", "03/31/2026"], 1, "is written otherwise than the days before it"],
    [["yesterday"], 0, "is not a day"],
  ])("%j is refused at %i: %s", (cells, index, message) => {
    expect(dateStyleOf(cells, null)).toMatchObject({ index, message });
  });

  it("is what a person says, and knows no 30th of February", () => {
    expect(dateStyleOf(["03/04/2026"], "mdy")).toBe("mdy");
    expect(dayOf("2026-02-30", "ymd")).toBeNull();
  });
});

describe("the columns of a statement", () => {
  it("are found by the names of PayPal, Wise and banks, whatever their case", () => {
    expect(columnsOf(["DATE", "Transaction ID", "Gross", "Custom Number"], {})).toMatchObject({
      date: 0,
      transaction: 1,
      amount: 2,
      reference: 3,
    });
    expect(columnsOf(["Buchungstag", "Betrag", "Verwendungszweck", "Währung"], {})).toMatchObject({
      currency: 3,
    });
  });

  it("are named where they are missing, with what was looked for", () => {
    expect(columnsOf(["Name", "Date"], {})).toEqual([
      {
        field: "amount",
        message: expect.stringContaining("no column for the amount (looked for: payout amount, gross"),
      },
      { field: "reference", message: expect.stringContaining("no column that names the payment") },
    ]);
    expect(columnsOf(["Date", "Sum", "Text"], { amount: "sum", reference: "text" })).toMatchObject({
      amount: 1,
    });
    expect(columnsOf(["Date", "Sum", "Text"], { amount: "Total", reference: "text" })).toEqual([
      { field: "amount", message: 'There is no column "Total"' },
    ]);
  });
});
