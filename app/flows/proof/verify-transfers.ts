import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import { findAccount } from "#app/domain/ledger/account.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { findRevision, isKnownPosting } from "#app/domain/ledger/transfer.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { madeAtMs } from "#app/platform/ids.server.ts";
import { inputHashOf } from "#app/store/ledger.ts";
import { sharedSequences, transfersWithSubjects, type TransferWithSubject } from "#app/store/verification.ts";

const atOnce = 2_000;

/**
 * Every transfer of a shop by itself: that it says what it was hashed to say, moves as M2 knows, bears the key of M3,
 * and belongs to a commission, an adjustment, a balance entry or a payout item of the same affiliate and currency.
 */
export async function verifyTransfers(
  tx: Db,
  shopId: ShopId,
  found: (one: Difference) => void,
): Promise<void> {
  for (const { transfer, affiliate, sequence } of await sharedSequences(tx, shopId)) {
    const what = `shares the sequence ${sequence} with another transfer`;
    found(rowDifference("ledger_transfers", transfer, what, { affiliateId: affiliate }));
  }
  let after: bigint | null = null;
  for (;;) {
    const rows: TransferWithSubject[] = await transfersWithSubjects(tx, shopId, { after, limit: atOnce });
    for (const row of rows) {
      const what = faultOf(row);
      const fault = what === null ? subjectFault(row) : null;
      if (what !== null) found(about(row, "ledger_transfers", row.transferId, what));
      else if (fault !== null) found(about(row, subjectTable(row), row.subject, fault));
    }
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.sequence;
  }
}

function faultOf(row: TransferWithSubject): string | null {
  if (!isAsHashed(row)) return "does not say what its input hash was made of";
  const [debit, credit] = [findAccount(row.debitAccount), findAccount(row.creditAccount)];
  const moves = `${row.debitAccount} → ${row.creditAccount}`;
  if (!debit || !credit || !isKnownPosting(row.code, debit.name, credit.name)) {
    return `moves ${moves} under the code ${row.code}, which no rule knows`;
  }
  const holders = [debit.affiliateId, credit.affiliateId].filter((one) => one !== null);
  if (holders.some((one) => one !== row.affiliateId) || (holders.length === 0 && row.affiliateId !== null)) {
    return `moves ${moves}, and is filed under ${row.affiliateId ?? "nobody"}`;
  }
  if (
    findRevision(row.idempotencyKey, { subjectId: row.subject, code: row.code, debit: debit.name }) === null
  ) {
    return `bears the key ${row.idempotencyKey}, which is not made of its subject, revision, code and debit`;
  }
  if (madeAtMs(row.transferId) !== row.recordedAt.getTime()) {
    return `is dated ${row.recordedAt.toISOString()}, and was made at another instant`;
  }
  return null;
}

function about(row: TransferWithSubject, table: string, key: string, what: string): Difference {
  return rowDifference(table, key, what, { affiliateId: row.affiliateId });
}

/** A transfer that says what it was hashed to say is right, and what it is about is not. */
function subjectFault(row: TransferWithSubject): string | null {
  const affiliateId =
    row.commissionAffiliate ?? row.adjustmentAffiliate ?? row.entryAffiliate ?? row.itemAffiliate;
  const currency = row.commissionCurrency ?? row.adjustmentCurrency ?? row.entryCurrency ?? row.itemCurrency;
  // The shop's own part of a fee is of nobody's account, and is about a payment all the same.
  if (row.itemAffiliate !== null && row.affiliateId === null) return null;
  if (affiliateId === null) return `is not there, and transfer ${row.transferId} is about it`;
  if (affiliateId !== row.affiliateId) {
    return `is of ${affiliateId}, and transfer ${row.transferId} of ${row.affiliateId}`;
  }
  return currency === row.currency
    ? null
    : `is in ${currency}, and transfer ${row.transferId} in ${row.currency}`;
}

function subjectTable({ subject }: TransferWithSubject): string {
  if (isIdOf("payoutItem", subject)) return "payout_items";
  if (isIdOf("writeOff", subject) || isIdOf("openingBalance", subject)) return "balance_entries";
  return isIdOf("adjustment", subject) ? "adjustments" : "commissions";
}

function isAsHashed(row: TransferWithSubject): boolean {
  return inputHashOf(row) === row.inputHash || olderHashOf(row) === row.inputHash;
}

/** Transfers of the first versions were hashed as the program held them, without the instant. */
function olderHashOf(row: TransferWithSubject): string {
  const { code, amountMinor, currency, idempotencyKey } = row;
  const kind = row.commissionAffiliate === null ? "adjustment" : "commission";
  return hashToken(
    canonicalText({
      code,
      debit: findAccount(row.debitAccount),
      credit: findAccount(row.creditAccount),
      amountMinor,
      currency,
      subject: { kind, id: row.subject },
      revision: Number(idempotencyKey.split(":")[1]),
      idempotencyKey,
      happenedAt: {},
    }),
  );
}
