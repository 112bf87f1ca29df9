import { describe, expect, it } from "vitest";
import { fundingMinor, isFixable, type Payee, payOf, type PayRule } from "#app/domain/payouts/eligible.ts";
import {
  estimatedFee,
  faultsOfLimit,
  feeCap,
  needsSecondPerson,
  splitPayable,
} from "#app/domain/payouts/settings.ts";
import { paypalValue } from "#app/domain/payouts/request.ts";

const payee: Payee = {
  status: "active",
  payableMinor: 10_000n,
  laterMinor: 0n,
  hasOpenPayment: false,
  isHeld: false,
  method: "paypal",
  hasWaitingDetails: false,
  isCustomerMissing: false,
};
const rule: PayRule = {
  method: "paypal",
  currency: "USD",
  minimumMinor: 0n,
  feeBearer: "shop",
  isPaypalConnected: true,
};

const due = (payableMinor: bigint, currency: string) =>
  payOf({ ...payee, payableMinor }, { ...rule, currency, feeBearer: "affiliate" });

describe("affiliates whom a payout pays", () => {
  it("gets the available balance, and the shop bears the fee", () => {
    expect(payOf(payee, rule)).toEqual({ amountMinor: 10_000n, withheldMinor: 0n, feeMinor: 200n });
  });

  it("gets the balance that was available at the cutoff, less later deductions", () => {
    expect(payOf({ ...payee, payableMinor: 7_000n, laterMinor: 3_000n }, rule)).toMatchObject({
      amountMinor: 4_000n,
    });
    expect(payOf({ ...payee, laterMinor: 10_000n }, rule)).toBe("nothing_payable");
    expect(payOf({ ...payee, payableMinor: 2_000n, laterMinor: 3_000n }, rule)).toBe("nothing_payable");
  });

  it.each([
    ["negative", { payableMinor: -1n }],
    ["nothing_payable", { payableMinor: 0n }],
    ["being_paid", { hasOpenPayment: true }],
    ["not_active", { status: "suspended" }],
    ["not_active", { status: "rejected" }],
    ["on_hold", { isHeld: true }],
    ["no_details", { method: null }],
    ["details_wait", { method: null, hasWaitingDetails: true }],
    ["another_method", { method: "bank" }],
  ] as const)("%s", (reason, change) => {
    expect(payOf({ ...payee, ...change }, rule)).toBe(reason);
  });

  it("is not paid by PayPal while the store has no account there, and is by another method", () => {
    const unconnected = { ...rule, isPaypalConnected: false };
    expect(payOf(payee, unconnected)).toBe("paypal_not_connected");
    expect(payOf({ ...payee, method: "bank" }, unconnected)).toBe("another_method");
    expect(payOf({ ...payee, method: "bank" }, { ...unconnected, method: "bank" })).toMatchObject({
      amountMinor: 10_000n,
    });
  });

  it("is told that PayPal is not connected only where it would pay something", () => {
    const unconnected = { ...rule, isPaypalConnected: false };
    expect(payOf(payee, { ...unconnected, minimumMinor: 10_001n })).toBe("below_minimum");
    expect(payOf(payee, { ...unconnected, currency: "BHD" })).toBe("not_in_currency");
  });

  it("is not paid by store credit while their customer account is missing, and is by another method", () => {
    const missing = { ...payee, isCustomerMissing: true };
    const credit = { ...rule, method: "store_credit" } as const;
    expect(payOf({ ...missing, method: "store_credit" }, credit)).toBe("no_customer");
    expect(payOf(missing, rule)).toMatchObject({ amountMinor: 10_000n });
    expect(payOf({ ...missing, method: "store_credit" }, { ...rule, method: "manual" })).toMatchObject({
      amountMinor: 10_000n,
    });
    expect(payOf({ ...missing, method: "store_credit" }, { ...credit, minimumMinor: 10_001n })).toBe(
      "below_minimum",
    );
    expect(isFixable("no_customer")).toBe(true);
  });

  it("is skipped below the minimum, and not at it", () => {
    expect(payOf(payee, { ...rule, minimumMinor: 10_001n })).toBe("below_minimum");
    expect(payOf(payee, { ...rule, minimumMinor: 10_000n })).toMatchObject({ amountMinor: 10_000n });
  });

  it("is not planned in a currency that PayPal does not pay, and by another method is", () => {
    expect(payOf(payee, { ...rule, currency: "BHD" })).toBe("not_in_currency");
    const bank = { ...rule, method: "bank", currency: "BHD" } as const;
    expect(payOf({ ...payee, method: "bank" }, bank)).toMatchObject({ amountMinor: 10_000n });
  });

  it("gets whole units where PayPal takes only those, and the rest stays available", () => {
    expect(due(1_234n, "HUF")).toMatchObject({ amountMinor: 1_200n, withheldMinor: 0n });
    expect(due(99n, "TWD")).toBe("below_minimum");
    expect(due(1_234n, "JPY")).toMatchObject({ amountMinor: 1_234n });
    for (const currency of ["HUF", "TWD", "JPY", "EUR"]) {
      const pay = due(123_456_789n, currency);
      if (typeof pay === "string") throw new Error(pay);
      expect(paypalValue({ minor: pay.amountMinor, currency })).not.toBeNull();
    }
  });

  it("needs no details for what is paid outside the app", () => {
    expect(payOf({ ...payee, method: null }, { ...rule, method: "manual" })).toMatchObject({ feeMinor: 0n });
  });

  it("pays by the old details while new ones wait", () => {
    expect(payOf({ ...payee, hasWaitingDetails: true }, rule)).toMatchObject({ amountMinor: 10_000n });
  });
});

describe("what a provider takes", () => {
  it("is 2 % with PayPal, up to what is told for the currency, and nothing elsewhere", () => {
    expect(estimatedFee("paypal", 1_025n, "USD")).toBe(21n);
    expect(estimatedFee("paypal", 10_000_000n, "USD")).toBe(2_000n);
    expect(estimatedFee("paypal", 1_000n, "JPY")).toBe(20n);
    expect(estimatedFee("bank", 1_000n, "USD")).toBe(0n);
  });

  it("leaves room for itself where the affiliate bears it, to the last minor unit", () => {
    for (let payableMinor = 1n; payableMinor < 20_000n; payableMinor += 7n) {
      const bearing = { method: "paypal", currency: "USD", feeBearer: "affiliate" } as const;
      const { amountMinor, withheldMinor } = splitPayable(payableMinor, bearing);
      const rest = payableMinor - amountMinor - withheldMinor;
      expect(rest === 0n || rest === 1n).toBe(true);
      expect(withheldMinor <= 100n).toBe(true);
      expect(withheldMinor <= estimatedFee("paypal", amountMinor, "USD")).toBe(true);
    }
  });

  it("is the shop's where no cap is known: nothing is certain that an affiliate could bear", () => {
    expect([feeCap("paypal", "USD"), feeCap("paypal", "EUR"), feeCap("bank", "USD")]).toEqual([
      2_000n,
      null,
      null,
    ]);
    const bearing = { method: "paypal", currency: "EUR", feeBearer: "affiliate" } as const;
    expect(splitPayable(10_000n, bearing)).toEqual({ amountMinor: 10_000n, withheldMinor: 0n });
    expect(estimatedFee("paypal", 10_000n, "EUR")).toBe(200n);
  });

  it("is quickly found for the largest amounts", () => {
    const bearing = { method: "paypal", currency: "USD", feeBearer: "affiliate" } as const;
    const payableMinor = 9_000_000_000_000_000_000n;
    const { amountMinor, withheldMinor } = splitPayable(payableMinor, bearing);
    expect(payableMinor - amountMinor - withheldMinor <= 1n).toBe(true);
  });

  it("is needed in addition to the amounts before a payout is sent", () => {
    expect(fundingMinor({ amountMinor: 500n, feeMinor: 10n })).toBe(510n);
  });
});

describe("the limits of a currency", () => {
  it("ask for a second confirmation above an amount, and not at it", () => {
    expect(needsSecondPerson(100n, { minimumMinor: 0n, approvalMinor: 100n })).toBe(false);
    expect(needsSecondPerson(101n, { minimumMinor: 0n, approvalMinor: 100n })).toBe(true);
    expect(needsSecondPerson(10n ** 15n, { minimumMinor: 0n, approvalMinor: null })).toBe(false);
  });

  it("are not below zero", () => {
    expect(faultsOfLimit({ minimumMinor: -1n, approvalMinor: -1n }).map((one) => one.field)).toEqual([
      "minimum",
      "approval",
    ]);
  });
});
