import type { CommissionKind } from "../commission-state.ts";
import type { Money } from "../money.ts";
import { type Named, namedOf } from "../named.ts";

/** A ledger entry about an order's commissions, with the affiliate next to the accounts. */
export type PostingView = {
  readonly id: string;
  readonly commissionId: string;
  readonly kind: CommissionKind | "adjustment";
  readonly code: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: Money;
  readonly affiliate: Named | null;
  readonly happenedAt: Date;
  readonly recordedAt: Date;
};

type Transfer = {
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

type Commission = { readonly commissionId: string; readonly kind: CommissionKind };

/** A posting about none of the commissions adjusts one of them. */
export function postingView(
  transfer: Transfer,
  names: ReadonlyMap<string, string>,
  commissions: readonly Commission[],
): PostingView {
  const { affiliateId, subject, amountMinor: minor, currency } = transfer;
  return {
    id: transfer.transferId,
    commissionId: subject,
    kind: commissions.find((one) => one.commissionId === subject)?.kind ?? "adjustment",
    code: transfer.code,
    debit: accountName(transfer.debitAccount),
    credit: accountName(transfer.creditAccount),
    amount: { minor, currency },
    affiliate: affiliateId === null ? null : namedOf(affiliateId, names),
    happenedAt: transfer.happenedAt,
    recordedAt: transfer.recordedAt,
  };
}

/** "pending:aff_…" → "pending". */
function accountName(account: string): string {
  return account.split(":")[0] ?? account;
}
