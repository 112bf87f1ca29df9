import type { Posted, EntryDraft } from "#app/domain/ledger/entries.ts";

/** Balance of a commission after these ledger entries. */
export function postedAfter(posted: Posted, drafts: readonly EntryDraft[]): Posted {
  let { pendingMinor, payableMinor } = posted;
  for (const draft of drafts) {
    if (draft.debit.name === "pending") pendingMinor -= draft.amountMinor;
    if (draft.credit.name === "pending") pendingMinor += draft.amountMinor;
    if (draft.debit.name === "payable") payableMinor -= draft.amountMinor;
    if (draft.credit.name === "payable") payableMinor += draft.amountMinor;
  }
  return { pendingMinor, payableMinor };
}
