import { isStillReached } from "#app/domain/bonus.ts";
import { type CommissionId, isIdOf, type ShopId } from "#app/domain/ids.ts";
import { findAccount, findRevision, isKnownPosting } from "#app/domain/ledger/entries.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { canonicalText, fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { approvesAtMs, orderApprovesAtMs } from "#app/domain/release.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { createdAtMs } from "#app/platform/ids.server.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import { inputHashOf } from "#app/store/ledger.ts";
import { findOrders, type OrderRow } from "#app/store/orders.ts";
import { sumsOfWindows, type WindowSums } from "#app/store/progress.ts";
import {
  commissionsOtherCommissions,
  sharedSequences,
  ledgerEntriesWithSubjects,
  type LedgerEntryWithSubject,
} from "#app/store/verification-ledger.ts";
import { bonusOf, type CommissionCase, commissionCases } from "./commission-cases.ts";
import { commissionDifferences } from "./verify-orders.ts";

const entriesAtOnce = 2_000;

/**
 * Verifies each ledger entry of a shop: its hash, a movement of M2, a key of M3, and a commission, adjustment,
 * balance entry or payment of the same affiliate and currency.
 */
export async function verifyEntries(tx: Db, shopId: ShopId, found: (one: Difference) => void): Promise<void> {
  for (const { transfer, affiliate, sequence } of await sharedSequences(tx, shopId)) {
    const what = `shares the sequence ${sequence} with another transfer`;
    found(rowDifference("ledger_entries", transfer, what, { affiliateId: affiliate }));
  }
  let after: bigint | null = null;
  for (;;) {
    const rows: LedgerEntryWithSubject[] = await ledgerEntriesWithSubjects(tx, shopId, {
      after,
      limit: entriesAtOnce,
    });
    for (const row of rows) {
      const what = entryFault(row);
      const fault = what === null ? subjectFault(row) : null;
      if (what !== null) found(entryDifference(row, "ledger_entries", row.ledgerEntryId, what));
      else if (fault !== null) found(entryDifference(row, subjectTable(row), row.subject, fault));
    }
    const last = rows.at(-1);
    if (!last || rows.length < entriesAtOnce) return;
    after = last.sequence;
  }
}

function entryFault(row: LedgerEntryWithSubject): string | null {
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
  if (createdAtMs(row.ledgerEntryId) !== row.recordedAt.getTime()) {
    return `is dated ${row.recordedAt.toISOString()}, and was made at another instant`;
  }
  return null;
}

function entryDifference(row: LedgerEntryWithSubject, table: string, key: string, what: string): Difference {
  return rowDifference(table, key, what, { affiliateId: row.affiliateId });
}

/** For an entry with the right hash, the difference is in its subject. */
function subjectFault(row: LedgerEntryWithSubject): string | null {
  const affiliateId =
    row.commissionAffiliate ?? row.adjustmentAffiliate ?? row.entryAffiliate ?? row.paymentAffiliate;
  const currency = row.commissionCurrency ?? row.adjustmentCurrency ?? row.entryCurrency ?? row.itemCurrency;
  // The shop's share of a fee belongs to no affiliate's account, but still to a payment.
  if (row.paymentAffiliate !== null && row.affiliateId === null) return null;
  if (affiliateId === null) return `is not there, and transfer ${row.ledgerEntryId} is about it`;
  if (affiliateId !== row.affiliateId) {
    return `is of ${affiliateId}, and transfer ${row.ledgerEntryId} of ${row.affiliateId}`;
  }
  return currency === row.currency
    ? null
    : `is in ${currency}, and transfer ${row.ledgerEntryId} in ${row.currency}`;
}

function subjectTable({ subject }: LedgerEntryWithSubject): string {
  if (isIdOf("payment", subject)) return "payout_payments";
  if (isIdOf("writeOff", subject) || isIdOf("openingBalance", subject)) return "balance_entries";
  return isIdOf("adjustment", subject) ? "adjustments" : "commissions";
}

function isAsHashed(row: LedgerEntryWithSubject): boolean {
  return inputHashOf(row) === row.inputHash || olderHashOf(row) === row.inputHash;
}

/** Entries of the first versions were hashed in the program's form, without the instant. */
function olderHashOf(row: LedgerEntryWithSubject): string {
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

const additionsAtOnce = 500;

/** Inputs that a bonus or a manual commission keeps from when it was created (M12, M13). Minor units. */
type FixedInputs = { readonly amountMinor: bigint; readonly approvalDays?: number };

/** Verifies bonuses and manual commissions. */
type AdditionFacts = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly reached: ReadonlyMap<CommissionId, WindowSums>;
};

/** Verifies every bonus and manual commission of a shop: its amount, decisions, release and approval period. */
export async function verifyAdditions(
  tx: Db,
  shopId: ShopId,
  found: (one: Difference) => void,
): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await commissionsOtherCommissions(tx, shopId, { after, limit: additionsAtOnce });
    const last = rows.at(-1);
    if (!last) return;
    const grounds = await readAdditionFacts(tx, shopId, rows);
    for (const one of await commissionCases(tx, shopId, rows)) {
      additionDifferences(one, grounds).forEach(found);
    }
    after = last.commissionId;
  }
}

async function readAdditionFacts(
  tx: Db,
  shopId: ShopId,
  rows: readonly CommissionRow[],
): Promise<AdditionFacts> {
  const bonuses = rows.filter((one) => one.kind === "bonus");
  const sums = await sumsOfWindows(
    tx,
    shopId,
    bonuses.map((one) => ({ ...one, first: null, last: null })),
  );
  const orderIds = bonuses.flatMap((one) => (one.orderId === null ? [] : [one.orderId]));
  const orders = await findOrders(tx, shopId, [...new Set(orderIds)]);
  return {
    orders: new Map(orders.map((one) => [one.orderId, one])),
    reached: new Map(bonuses.flatMap((one, place) => reachedEntry(one, sums[place]))),
  };
}

function reachedEntry(row: CommissionRow, sums: WindowSums | undefined): [CommissionId, WindowSums][] {
  return sums ? [[row.commissionId, sums]] : [];
}

function additionDifferences(one: CommissionCase, grounds: AdditionFacts): Difference[] {
  const { row } = one;
  const inputs = fromPlain<FixedInputs>(row.inputs);
  if (row.kind === "bonus") return bonusDifferences(one, inputs, grounds);
  const { approvalDays = 0 } = inputs;
  const holdEndsMs = [approvesAtMs(row.createdAt.toISOString(), approvalDays)];
  const { revision } = row;
  return commissionDifferences({
    ...one,
    currentMinor: inputs.amountMinor,
    revision,
    holdEndsMs,
    approvalDays,
    reassignedAt: [],
  });
}

/** A bonus stays while its count is reached, and for good once it was released (M13). */
function bonusDifferences(
  one: CommissionCase,
  { amountMinor }: FixedInputs,
  { orders, reached }: AdditionFacts,
): Difference[] {
  const { row, terms: of } = one;
  const bonus = bonusOf(row, of);
  const order = orders.get(row.orderId ?? "");
  const sums = reached.get(row.commissionId);
  if (!of || !bonus || !order || !sums) {
    return [additionDifference(row, `has the key ${row.bonusKey}, which its terms do not know`)];
  }
  const due = bonus.bonus.amount.minor;
  if (due !== amountMinor) return [additionDifference(row, `is of ${amountMinor}, its terms say ${due}`)];
  const isDue = isStillReached(bonus, sums, row.currency);
  const { pendingMinor, payableMinor } = one.history.posted;
  const stays = row.releasedAt === null ? isDue : pendingMinor + payableMinor !== 0n;
  return commissionDifferences({
    ...one,
    currentMinor: stays ? amountMinor : 0n,
    revision: row.revision,
    holdEndsMs: [orderApprovesAtMs(readFacts(order.facts), of)],
    approvalDays: of.approvalDays,
    reassignedAt: [],
  });
}

function additionDifference({ commissionId, affiliateId, orderId }: CommissionRow, what: string): Difference {
  return rowDifference("commissions", commissionId, what, { affiliateId, orderId });
}
