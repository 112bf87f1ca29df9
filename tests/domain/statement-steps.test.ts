import { expect, it } from "vitest";
import { isOpen, paymentStates } from "#app/domain/payouts/payment.ts";
import { type PayoutMethod, payoutMethods } from "#app/domain/payouts/method.ts";
import { isWaiting, stepsFor } from "#app/domain/statements/match.ts";
import { awaitedUntil } from "#app/domain/statements/awaited.ts";

const settled = { outcome: "paid", amountMinor: 500n, feeMinor: 25n, currency: "USD" } as const;
const open = {
  amountMinor: 500n,
  feeMinor: 25n,
  withheldMinor: 0n,
  currency: "USD",
  wasPaid: false,
  contradiction: "",
  sentAt: null,
} as const;

const openStates = paymentStates.filter(isOpen);

it.each(openStates)(
  "a payment that is %s is returned to the balance only if it can no longer arrive",
  (status) => {
    const isWord = (method: PayoutMethod) =>
      status === "needs_attention" || method === "manual" || (method === "bank" && status !== "sending");
    const lines = [
      ["missing", settled],
      ["unclaimed", { ...settled, outcome: "unclaimed" }],
      ["amount", { ...settled, outcome: "unclaimed", amountMinor: 501n }],
      ["amount", { ...settled, outcome: "unclaimed", currency: "EUR" }],
      ["amount", { ...settled, outcome: "sent", amountMinor: 501n }],
      ["pending", { ...settled, outcome: "in_review" }],
    ] as const;
    for (const method of payoutMethods) {
      for (const [match, said] of lines) {
        const known = { ...open, status, method };
        const possible = stepsFor(match, { payment: known, line: said });
        const isTaken = status === "unclaimed" && method === "paypal";
        const takesBack = isTaken && (match === "missing" || said.outcome === "unclaimed");
        const expected = takesBack ? ["take-back"] : [];
        if (match === "missing" && !isTaken && isWord(method)) expected.push("return");
        expect([method, match, possible]).toEqual([method, match, [...expected, "noted"]]);
        const outcome = match === "missing" ? null : said.outcome;
        // A line waits if it can neither be canceled nor returned to the balance.
        expect(isWaiting(match, { payment: known, outcome })).toBe(expected.length === 0);
      }
    }
  },
);

it.each(["sent", "needs_attention", "paid"] as const)(
  "what a bank was handed is %s and awaited for seven days, and only a statement that goes so far has it missing",
  (status) => {
    const sentAt = new Date("2026-03-05T15:00:00Z");
    const tells = new Date("2026-03-12T15:00:00Z");
    const short = new Date(tells.getTime() - 1);
    const known = { ...open, status, method: "bank", sentAt } as const;
    expect([awaitedUntil(known, short), awaitedUntil(known, tells)]).toEqual([tells.getTime(), null]);
    for (const match of ["missing", "awaited"] as const) {
      const stepsAt = (until: Date) => stepsFor(match, { payment: known, line: settled, until });
      expect([stepsAt(short), stepsAt(tells)]).toEqual([["noted"], ["return", "noted"]]);
    }
    expect(awaitedUntil({ ...known, method: "paypal" }, short)).toBeNull();
  },
);

it.each(paymentStates.filter((one) => !isOpen(one) && one !== "paid"))(
  "what is %s no bank awaits",
  (status) => {
    const sentAt = new Date("2026-03-05T15:00:00Z");
    expect(awaitedUntil({ method: "bank", status, sentAt }, sentAt)).toBeNull();
  },
);
