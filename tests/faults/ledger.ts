import { domain, road, type Fault } from "./fault.ts";

/** Faults of postings and figures. */
export const ledger: readonly Fault[] = [
  domain(
    "ledger/entries.ts",
    "reverses what was released first",
    "const fromPending = tooMuch < pendingMinor ? tooMuch : pendingMinor;",
    "const fromPending = tooMuch < payableMinor ? 0n : tooMuch < pendingMinor ? tooMuch : pendingMinor;",
  ),
  domain(
    "ledger/entries.ts",
    "leaves the debit account out of the key",
    "${draft.code}:${draft.debit.name}`",
    "${draft.code}`",
  ),
  road(
    "flows/settlement/settle-orders.ts",
    "does not raise the revision",
    "revision: row.revision + 1,",
    "revision: row.revision,",
  ),
  road(
    "flows/settlement/change-commissions.ts",
    "lets what was denied stand",
    'terms === null || row.decision === "denied" ? 0n',
    "terms === null ? 0n",
  ),
  road(
    "flows/settlement/change-commissions.ts",
    "holds nothing anew after a release",
    "approvesAtMs(happenedAt.toISOString(), terms.approvalDays)",
    "approvesAtMs(happenedAt.toISOString(), 0)",
  ),
  road(
    "domain/decision.ts",
    "holds nothing back by hand",
    'kind === "reopened" || kind === "unheld" ? null : kind',
    'kind === "reopened" || kind === "unheld" || kind === "held" ? null : kind',
  ),
  road(
    "flows/settlement/count-order.ts",
    "counts what was refunded as sold",
    "day: dayOf(at),\n    revenueMinor: -minor,",
    "day: dayOf(at),\n    revenueMinor: 0n,",
  ),
  road(
    "flows/settlement/settle-bonuses.ts",
    "reverses a bonus that was released",
    "const stands = isThere ||",
    "const stands =",
  ),
  road("domain/bonus.ts", "reaches a bonus one too late", "has < size", "has <= size"),
  road(
    "store/ledger.ts",
    "moves balances one way only",
    "[posting.debit, -posting.amountMinor],",
    "[posting.debit, 0n],",
  ),
  road(
    "store/ledger.ts",
    "adds to balances what they are",
    "balance_minor = ledger_balances.balance_minor + excluded.balance_minor",
    "balance_minor = excluded.balance_minor",
  ),
  road(
    "flows/settlement/decide-locked.ts",
    "forgets to post a decision",
    'asked.kind === "denied" || asked.kind === "reopened"',
    'asked.kind === "reopened"',
  ),
];
