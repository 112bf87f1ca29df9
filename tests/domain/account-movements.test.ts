import { describe, expect, test } from "vitest";
import type { PaymentId } from "#app/domain/ids.ts";
import { type Movement, paymentMovements } from "#app/domain/statements/account.ts";

const [since, until] = [new Date("2026-03-05T00:00:00Z"), new Date("2026-03-06T00:00:00Z")];
const at = new Date("2026-03-05T12:00:00Z");
const id = (name: string) => name as PaymentId;

const credit = (transactionId: string, amountMinor: bigint, more: Partial<Movement> = {}): Movement => ({
  transactionId,
  kind: "credit",
  amountMinor,
  at,
  isAdjustment: true,
  ...more,
});
const debit = (transactionId: string, amountMinor: bigint, more: Partial<Movement> = {}): Movement =>
  credit(transactionId, amountMinor, { kind: "debit", ...more });
const known = (paymentId: string, providerTransactionId: string, amountMinor = 1000n, settledAt = at) => ({
  paymentId: id(paymentId),
  providerTransactionId,
  amountMinor,
  settledAt,
});
const open = (paymentId: string, amountMinor: bigint, seenBefore: string) => ({
  paymentId: id(paymentId),
  amountMinor,
  seenBefore,
});

type Account = Parameters<typeof paymentMovements>[0];
const told = (account: Partial<Account>) =>
  paymentMovements({ movements: [], known: [], open: [], since, until, ...account }).map(
    ({ movement, paymentId }) => `${movement.kind} ${movement.transactionId}: ${paymentId ?? "none"}`,
  );

describe("credits", () => {
  test("are the payout whose transaction is known, whatever its amount", () => {
    expect(told({ movements: [credit("8", 940n)], known: [known("a", "8")] })).toEqual(["credit 8: a"]);
  });

  test("are the open payout, where they are the only one of its amount since the account was looked at", () => {
    const one = [open("a", 1000n, "7")];
    expect(told({ movements: [credit("8", 1000n)], open: one })).toEqual(["credit 8: a"]);
    expect(told({ movements: [credit("7", 1000n)], open: one })).toEqual(["credit 7: none"]);
    expect(told({ movements: [credit("10", 999n)], open: one })).toEqual(["credit 10: none"]);
    const two = [credit("10", 1000n), credit("9", 1000n)];
    expect(told({ movements: two, open: one })).toEqual(["credit 10: none", "credit 9: none"]);
    // The other is known to be another payout.
    expect(told({ movements: two, open: one, known: [known("b", "9")] })).toEqual([
      "credit 10: a",
      "credit 9: b",
    ]);
  });

  test("of an order are skipped, and those of other days unless their payment was paid on these", () => {
    const before = new Date("2026-03-04T23:59:59Z");
    expect(told({ movements: [credit("8", 1000n, { isAdjustment: false })] })).toEqual([]);
    expect(told({ movements: [credit("8", 1000n, { at: before })] })).toEqual([]);
    expect(told({ movements: [credit("8", 1000n, { at: until })] })).toEqual([]);
    const early = [credit("8", 1000n, { at: before })];
    expect(told({ movements: early, known: [known("a", "8")] })).toEqual(["credit 8: a"]);
    expect(told({ movements: early, known: [known("a", "8", 1000n, before)] })).toEqual([]);
  });
});

describe("debits", () => {
  const paid = [credit("9", 1000n), credit("8", 1000n)];
  const payouts = [known("a", "8"), known("b", "9")];
  const credits = ["credit 9: b", "credit 8: a"];

  test("cancel out the newest payout of their amount before them, each another", () => {
    expect(told({ movements: [debit("10", 1000n), ...paid], known: payouts })).toEqual([
      ...credits,
      "debit 10: b",
    ]);
    expect(told({ movements: [debit("11", 1000n), debit("10", 1000n), ...paid], known: payouts })).toEqual([
      ...credits,
      "debit 11: b",
      "debit 10: a",
    ]);
  });

  test("of another amount, of an order, or before the payout tell nothing", () => {
    const others = [debit("12", 999n), debit("11", 1000n, { isAdjustment: false }), debit("7", 1000n)];
    expect(told({ movements: [...others, ...paid], known: payouts })).toEqual(credits);
  });

  test("of a later day are not told, and have their payout all the same", () => {
    const later = debit("11", 1000n, { at: until });
    expect(told({ movements: [later, debit("10", 1000n), ...paid], known: payouts })).toEqual([
      ...credits,
      "debit 10: a",
    ]);
  });
});
