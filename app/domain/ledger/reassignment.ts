import { scale } from "../money.ts";
import {
  type CommissionPosting,
  entriesForDifference,
  type Posted,
  releaseEntries,
  type EntryDraft,
} from "./entries.ts";

const nothing: Posted = { pendingMinor: 0n, payableMinor: 0n };

/**
 * M12: ledger entries of a commission without an amount that takes over an order's credit from other
 * commissions. As much of it is released as was released of theirs, in proportion if its amount differs,
 * rounded as in M8. The rest is pending. It has the next revision, because a revision can have each key only
 * once (M3). `had` is the sum of the others' amounts. Minor units.
 * @throws ImpossibleEntryError when an amount is impossible
 */
export function entriesForReassignment(
  posting: Omit<CommissionPosting, "posted">,
  { currentMinor, had }: { readonly currentMinor: bigint; readonly had: Posted },
): EntryDraft[] {
  const { pendingMinor, payableMinor } = had;
  const releasedMinor =
    payableMinor > 0n ? scale(currentMinor, payableMinor, payableMinor + pendingMinor) : 0n;
  const released = [
    ...entriesForDifference({ ...posting, posted: nothing, currentMinor: releasedMinor }),
    ...releaseEntries({ ...posting, posted: { pendingMinor: releasedMinor, payableMinor: 0n } }),
  ];
  const revision = released.length > 0 ? posting.revision + 1 : posting.revision;
  const posted = { pendingMinor: 0n, payableMinor: releasedMinor };
  return [...released, ...entriesForDifference({ ...posting, revision, posted, currentMinor })];
}
