import type { CommissionKind } from "#app/domain/commission-state.ts";
import type { PostingWire } from "./posting.ts";
import { moneyToWire } from "./wire.ts";

export type TransferToWrite = {
  readonly transferId: string;
  readonly subject: string;
  readonly code: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly affiliateId: string | null;
  readonly happenedAt: Date;
  readonly recordedAt: Date;
};

export type Names = ReadonlyMap<string, string>;

type CommissionOfPosting = { readonly commissionId: string; readonly kind: CommissionKind };

/** A posting; its accounts by their names, the affiliate beside them. What none of the commissions is adjusts one. */
export function postingToWire(
  transfer: TransferToWrite,
  names: Names,
  commissions: readonly CommissionOfPosting[],
): PostingWire {
  const { affiliateId } = transfer;
  return {
    id: transfer.transferId,
    commissionId: transfer.subject,
    kind: commissions.find((one) => one.commissionId === transfer.subject)?.kind ?? "adjustment",
    code: transfer.code,
    debit: accountName(transfer.debitAccount),
    credit: accountName(transfer.creditAccount),
    amount: moneyToWire(transfer.amountMinor, transfer.currency),
    affiliate: affiliateId === null ? null : namedOf(affiliateId, names),
    happenedAt: transfer.happenedAt.toISOString(),
    recordedAt: transfer.recordedAt.toISOString(),
  };
}

export function namedOf(id: string, names: Names): { id: string; name: string } {
  return { id, name: names.get(id) ?? id };
}

/** "pending:aff_…" → "pending": the affiliate stands beside it. */
function accountName(account: string): string {
  return account.split(":")[0] ?? account;
}
