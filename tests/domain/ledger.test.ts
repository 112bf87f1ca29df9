import { expect, test } from "vitest";
import {
  accountText,
  affiliateAccount,
  checkedEntry,
  entriesForDifference,
  findAccount,
  ImpossibleEntryError,
  type Posted,
  postings,
  releaseEntries,
  shopAccount,
  entryCodes,
  type EntryDraft,
} from "#app/domain/ledger/entries.ts";
import { affiliateBalances, balances, identity, owed } from "#app/domain/ledger/balance.ts";
import { CurrencyMismatchError } from "#app/domain/money.ts";
import { postedAfter } from "../support/posted-after.ts";
import { fc } from "../support/properties.ts";
import { affiliateId, commissionId } from "./order-of.ts";

const subject = { commissionId: commissionId("1"), affiliateId: affiliateId("1"), currency: "USD" };
const nothing: Posted = { pendingMinor: 0n, payableMinor: 0n };

/** Brings one commission to each standing in turn (null releases it), as the order flow does. */
function posted(standings: readonly (bigint | null)[]): { drafts: EntryDraft[]; posted: Posted } {
  const drafts: EntryDraft[] = [];
  let held = nothing;
  for (const [index, currentMinor] of standings.entries()) {
    const posting = { ...subject, revision: index + 1, posted: held };
    const next =
      currentMinor === null ? releaseEntries(posting) : entriesForDifference({ ...posting, currentMinor });
    held = postedAfter(held, next);
    drafts.push(...next);
  }
  return { drafts, posted: held };
}

const told = (drafts: readonly EntryDraft[]): string[] =>
  drafts.map((one) => `${one.code} ${one.debit.name}→${one.credit.name} ${one.amountMinor}`);

test("M2: earned goes through pending, and an unchanged commission posts nothing", () => {
  expect(told(posted([500n, 500n]).drafts)).toEqual(["earned expense→pending 500"]);
});

test("M2: a surplus leaves pending first and payable for the rest", () => {
  // 5.00 released, 2.00 earned by an edit; the commission is now 4.00, so 3.00 goes: 2.00 pending and 1.00 payable.
  expect(told(posted([500n, null, 700n, 400n]).drafts)).toEqual([
    "earned expense→pending 500",
    "released pending→payable 500",
    "earned expense→pending 200",
    "reversed pending→expense 200",
    "reversed payable→expense 100",
  ]);
});

test("M3: an edit that is undone and redone posts twice, under keys of its own", () => {
  const { drafts } = posted([500n, 300n, 500n, 300n]);
  expect(told(drafts)).toEqual([
    "earned expense→pending 500",
    "reversed pending→expense 200",
    "earned expense→pending 200",
    "reversed pending→expense 200",
  ]);
  expect(new Set(drafts.map((one) => one.idempotencyKey)).size).toBe(4);
  expect(drafts[1]?.idempotencyKey).toBe(`${commissionId("1")}:2:reversed:pending`);
});

test("M3: the same difference at the same revision has the same key", () => {
  const posting = { ...subject, revision: 3, posted: nothing, currentMinor: 10n };
  expect(entriesForDifference(posting)).toEqual(entriesForDifference(posting));
});

const anyStandings = fc.array(fc.oneof(fc.bigInt({ min: 0n, max: 10_000n }), fc.constant(null)), {
  maxLength: 12,
});

test("the ledger ends at the current commission, never takes pending below zero, and sums to zero", () => {
  fc.assert(
    fc.property(anyStandings, (standings) => {
      const { drafts } = posted(standings);
      const last = standings.findLast((one) => one !== null) ?? 0n;
      const of = affiliateBalances(drafts, subject.affiliateId);
      expect(owed(of)).toBe(last);
      expect(of.pending >= 0n).toBe(true);
      expect([...balances(drafts).values()].reduce((total, one) => total + one, 0n)).toBe(0n);
      expect(new Set(drafts.map((one) => one.idempotencyKey)).size).toBe(drafts.length);
    }),
  );
});

test("M15: closing is opening and what the codes say, wherever the period begins", () => {
  fc.assert(
    fc.property(anyStandings, fc.nat(12), (standings, cut) => {
      const { drafts } = posted(standings);
      expect(identity(drafts.slice(0, cut), drafts.slice(cut), subject.affiliateId).differenceMinor).toBe(0n);
    }),
  );
});

const usd = (
  code: EntryDraft["code"],
  debit: EntryDraft["debit"],
  credit: EntryDraft["credit"],
  amountMinor: bigint,
) => {
  return { code, debit, credit, amountMinor, currency: "USD" };
};

test("M15: opening balances, write-offs, payouts, returns and fees keep the identity, and a wrong account shows", () => {
  const me = (name: "pending" | "payable" | "in_transit" | "paid") =>
    affiliateAccount(name, subject.affiliateId);
  const shop = shopAccount;
  const all = [
    usd("opened", shop("opening"), me("payable"), 1000n),
    usd("opened", shop("opening"), me("pending"), 40n),
    usd("opened", me("payable"), shop("opening"), 60n),
    usd("opened", me("pending"), shop("opening"), 15n),
    usd("written_off", shop("written_off"), me("payable"), 50n),
    usd("adjusted", me("payable"), shop("expense"), 20n),
    usd("payout_started", me("payable"), me("in_transit"), 800n),
    usd("payout_settled", me("in_transit"), me("paid"), 500n),
    usd("payout_returned", me("in_transit"), me("payable"), 300n),
    usd("payout_returned", me("paid"), me("payable"), 100n),
    usd("fee", me("payable"), shop("fees"), 5n),
  ];
  // 1000 + 40 − 60 − 15 + 50 − 20 − 500 + 100 − 5 = 590.
  const held = identity([], all, subject.affiliateId);
  expect([held.closingMinor, held.differenceMinor]).toEqual([590n, 0n]);
  const wrong = [...all, usd("released", shop("expense"), me("payable"), 7n)];
  expect(identity([], wrong, subject.affiliateId).differenceMinor).toBe(7n);
});

test("M15: an account's ledger entries in two currencies are never one sum", () => {
  const payable = affiliateAccount("payable", subject.affiliateId);
  const opened = usd("opened", shopAccount("opening"), payable, 1000n);
  expect(() => balances([opened, { ...opened, currency: "EUR" }])).toThrow(CurrencyMismatchError);
});

test("M2: every other posting is impossible", () => {
  const draft = posted([500n]).drafts[0];
  if (draft === undefined) throw new Error("One transfer was expected.");
  const bad: EntryDraft[] = [
    { ...draft, amountMinor: 0n },
    { ...draft, amountMinor: -1n },
    { ...draft, code: "released" },
    { ...draft, debit: draft.credit, credit: draft.debit },
    {
      ...draft,
      code: "released",
      debit: affiliateAccount("pending", affiliateId("1")),
      credit: affiliateAccount("payable", affiliateId("2")),
    },
  ];
  for (const one of bad) expect(() => checkedEntry(one)).toThrow(ImpossibleEntryError);
  expect(entryCodes.every((code) => postings[code].length > 0)).toBe(true);
});

test("M1: accounts are written and read back", () => {
  for (const account of [shopAccount("expense"), affiliateAccount("in_transit", affiliateId("1"))]) {
    expect(findAccount(accountText(account))).toEqual(account);
  }
  for (const text of [
    "",
    "pending",
    `expense:${affiliateId("1")}`,
    "pending:x",
    `pending:${affiliateId("1")}:y`,
  ]) {
    expect(findAccount(text)).toBeNull();
  }
});
