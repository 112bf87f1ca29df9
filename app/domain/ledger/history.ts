import type { Posted } from "./entries.ts";

/** A ledger entry of a commission, with the account names. Minor units. */
export type HistoricEntry = {
  readonly ledgerEntryId: string;
  readonly code: string;
  readonly debit: string;
  readonly credit: string;
  readonly amountMinor: bigint;
  readonly revision: number;
  readonly happenedAt: Date;
  readonly recordedAt: Date;
};

/** Result of a commission's ledger entries, read in posting order. */
export type CommissionHistory = {
  readonly posted: Posted;
  /** Time of the last release, or null when there is none or something was earned after it. */
  readonly releasedAt: Date | null;
  readonly releases: readonly { readonly happenedAt: Date; readonly recordedAt: Date }[];
  /** When each earned amount arose. An amount earned after a release starts a new approval period (M11). */
  readonly earnedAt: readonly Date[];
  readonly highestRevision: number;
  /** The first entry that cannot follow those before it, and why. */
  readonly fault: { readonly ledgerEntryId: string; readonly what: string } | null;
};

/** Reads a commission's ledger entries in order and finds the first that breaks M1, M2 or M3. */
export function historyOf(entries: readonly HistoricEntry[]): CommissionHistory {
  let posted: Posted = { pendingMinor: 0n, payableMinor: 0n };
  let releasedAt: Date | null = null;
  let highestRevision = 0;
  let fault: CommissionHistory["fault"] = null;
  const earnedAt: Date[] = [];
  const releases: CommissionHistory["releases"][number][] = [];
  for (const one of entries) {
    const after = afterEntry(posted, one);
    const what = faultOf(one, after, highestRevision);
    if (what !== null) fault ??= { ledgerEntryId: one.ledgerEntryId, what };
    if (one.code === "released") {
      releasedAt = one.recordedAt;
      releases.push({ happenedAt: one.happenedAt, recordedAt: one.recordedAt });
    }
    if (one.code === "earned") {
      earnedAt.push(one.happenedAt);
      releasedAt = null;
    }
    posted = after;
    highestRevision = Math.max(highestRevision, one.revision);
  }
  return { posted, releasedAt, releases, earnedAt, highestRevision, fault };
}

function faultOf(one: HistoricEntry, after: Posted, highestRevision: number): string | null {
  if (one.revision < highestRevision) return "bears a revision below the one before it";
  if (after.pendingMinor < 0n) return "takes more from pending than was there";
  if (one.code === "released" && after.pendingMinor !== 0n) return "releases less than was pending";
  const isFromPayable = one.code === "reversed" && one.debit === "payable";
  return isFromPayable && after.pendingMinor !== 0n ? "reverses from payable what was still pending" : null;
}

function afterEntry({ pendingMinor, payableMinor }: Posted, one: HistoricEntry): Posted {
  const by = (account: string): bigint =>
    (one.credit === account ? one.amountMinor : 0n) - (one.debit === account ? one.amountMinor : 0n);
  return { pendingMinor: pendingMinor + by("pending"), payableMinor: payableMinor + by("payable") };
}
