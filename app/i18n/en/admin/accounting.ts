import type { AccountName, EntryCode } from "#app/domain/ledger/entries.ts";

/** Names of the ledger's entries and accounts. */
export const accounting = {
  entries: {
    earned: "Earned",
    released: "Approved",
    reversed: "Reversed",
    adjusted: "Adjustment",
    written_off: "Written off",
    payout_started: "Payout started",
    payout_settled: "Paid",
    payout_returned: "Payout returned",
    fee: "Fee",
    opened: "Opening entry",
  } satisfies Record<EntryCode, string>,
  accounts: {
    pending: "Pending",
    payable: "Available",
    in_transit: "In payout",
    paid: "Paid",
    expense: "Commission expense",
    written_off: "Written-off balances",
    fees: "Payout fees",
    bank: "Bank",
    opening: "Opening balances",
  } satisfies Record<AccountName, string>,
  moved: "{debit} → {credit}",
} as const;
