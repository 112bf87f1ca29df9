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
 * M12: the transfers of a commission of which nothing stands yet and that gets an order's credit from whoever had it:
 * what had been released of theirs is earned and released, what was waiting is earned and waits. Where it stands at
 * another amount than theirs, it is released in the proportion of theirs, rounded as M8 says. What waits bears the next
 * revision, because one revision bears a key once (M3). `had` is what the others had together. Minor units.
 * @throws ImpossibleEntryError when an amount is impossible.
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
