import { describe, expect, it } from "vitest";
import {
  adjustmentState,
  commissionState,
  isPartlyPaid,
  reversedReason,
  stateAmounts,
} from "#app/domain/commission-state.ts";
import { deductionCode } from "#app/domain/deduction.ts";
import type { LineAmounts } from "#app/domain/ledger/line.ts";

const line = (amounts: Partial<LineAmounts> = {}): LineAmounts => ({
  pendingMinor: 0n,
  payableMinor: 0n,
  inPayoutMinor: 0n,
  paidMinor: 0n,
  deductingMinor: 0n,
  deductedMinor: 0n,
  ...amounts,
});

type Decided = { decision?: "approved" | "denied" | "held"; waitsForApproval?: boolean };

function stateOf(amounts: Partial<LineAmounts>, { decision, waitsForApproval = false }: Decided = {}) {
  return commissionState({ decision: decision ?? null, waitsForApproval, line: line(amounts) });
}

const badge = (amounts: Partial<LineAmounts>, decided: Decided = {}) =>
  isPartlyPaid(stateOf(amounts, decided), stateAmounts(line(amounts)));

const paid = { payableMinor: 1_000n, paidMinor: 1_000n };
const refundedAfterPayment = { payableMinor: 0n, paidMinor: 1_000n };

describe("the state of a commission (M22)", () => {
  it.each([
    ["pending", { pendingMinor: 5n }, {}],
    ["pending", { pendingMinor: 5n }, { decision: "approved" }],
    ["on_hold", { pendingMinor: 5n }, { decision: "held" }],
    ["on_hold", { pendingMinor: 5n }, { decision: "held", waitsForApproval: true }],
    ["to_approve", { pendingMinor: 5n }, { waitsForApproval: true }],
    ["approved", { payableMinor: 5n }, {}],
    ["approved", { payableMinor: 5n }, { decision: "held" }],
    ["in_payout", { payableMinor: 5n, inPayoutMinor: 5n }, {}],
    ["paid", paid, {}],
    ["paid", refundedAfterPayment, {}],
    ["paid", { ...refundedAfterPayment, deductedMinor: 1_000n }, {}],
    ["reversed", {}, {}],
    ["reversed", {}, { decision: "approved" }],
    ["denied", {}, { decision: "denied" }],
    ["denied", paid, { decision: "denied" }],
  ] as const)("is %s for %o and %o", (state, amounts, decided) => {
    expect(stateOf(amounts, decided)).toBe(state);
  });

  it("is that of the least advanced part", () => {
    const parts = { payableMinor: 900n, paidMinor: 300n };
    expect(stateOf({ ...parts, pendingMinor: 100n })).toBe("pending");
    expect(stateOf({ ...parts, inPayoutMinor: 200n })).toBe("approved");
    expect(stateOf({ ...parts, inPayoutMinor: 600n })).toBe("in_payout");
  });

  it("has an amount for each part, and none below zero", () => {
    expect(
      stateAmounts(line({ pendingMinor: 100n, payableMinor: 900n, inPayoutMinor: 200n, paidMinor: 300n })),
    ).toEqual({ pendingMinor: 100n, approvedMinor: 400n, inPayoutMinor: 200n, paidMinor: 300n });
    expect(stateAmounts(line(refundedAfterPayment))).toMatchObject({ approvedMinor: 0n, paidMinor: 1_000n });
  });

  it("is partly paid while another part waits", () => {
    expect(badge({ payableMinor: 900n, paidMinor: 300n })).toBe(true);
    expect(badge({ pendingMinor: 1n, ...paid })).toBe(true);
    expect(badge(paid)).toBe(false);
    expect(badge({ payableMinor: 900n })).toBe(false);
    expect(badge({ ...refundedAfterPayment, pendingMinor: 0n }, { decision: "denied" })).toBe(false);
  });

  it("of a negative adjustment is that of its deduction", () => {
    expect(adjustmentState(line({ payableMinor: -5n }))).toBe("approved");
    expect(adjustmentState(line({ payableMinor: -5n, deductingMinor: 5n }))).toBe("in_payout");
    expect(adjustmentState(line({ payableMinor: -5n, deductedMinor: 5n }))).toBe("paid");
    expect(adjustmentState(line(paid))).toBe("paid");
  });
});

describe("the reason of a reversed commission", () => {
  const order = { kind: "order", affiliateId: "a", orderReason: "refunded-whole", creditedTo: "a" } as const;
  it.each([
    [order, "refunded-whole"],
    [{ ...order, creditedTo: null }, "refunded-whole"],
    [{ ...order, orderReason: null }, "order-not-seen"],
    [{ ...order, creditedTo: "b" }, "outranked"],
    [{ ...order, creditedTo: "b", orderReason: "reassigned" }, "reassigned-away"],
    [{ ...order, kind: "bonus" }, "bonus-not-reached"],
  ] as const)("of %o is %s", (of, reason) => {
    expect(reversedReason(of)).toBe(reason);
  });
});

describe("the reason of a deduction", () => {
  const refund = {
    kind: "commission",
    payableMinor: 0n,
    isDebited: true,
    isDenied: false,
    isMoved: false,
  } as const;
  it.each([
    [refund, "refund"],
    [{ ...refund, isDenied: true }, "denial"],
    [{ ...refund, isMoved: true }, "moved-away"],
    [{ ...refund, payableMinor: 500n }, "refund"],
    [{ ...refund, payableMinor: 500n, isDebited: false }, "second-payment"],
    [{ ...refund, kind: "adjustment", payableMinor: -500n }, "adjustment"],
    [{ ...refund, kind: "payment", payableMinor: -20n }, "returned-payment-fee"],
    [{ ...refund, kind: "payment" }, "overpayment"],
    [{ ...refund, kind: "opening_balance", payableMinor: -500n }, "opening-balance"],
  ] as const)("of %o is %s", (of, reason) => {
    expect(deductionCode(of)).toBe(reason);
  });
});
