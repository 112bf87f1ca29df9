import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { CommissionKind } from "../domain/commission-state.ts";
import type { AffiliateId, CommissionId, ShopId, LedgerEntryId } from "../domain/ids.ts";
import {
  accountNameIn,
  accountText,
  type AffiliateAccountName,
  type Posted,
  type LedgerEntryColumns,
  type EntryDraft,
  ledgerEntryText,
} from "../domain/ledger/entries.ts";
import type { LineKind } from "../domain/ledger/line.ts";
import { hashToken } from "../platform/crypto.server.ts";
import { type Db, plannedSelect, type Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { insertRows, insertStatement, isOneOf, type OfAffiliates } from "./many-rows.ts";
import { ledgerBalances, ledgerEntries } from "./schema/ledger.ts";

export type LedgerEntryRow = typeof ledgerEntries.$inferSelect;

/** A ledger entry to post. `happenedAt` is when the platform or a person caused it. */
export type Posting = EntryDraft & { readonly happenedAt: Date };

/**
 * Adds entries to a shop's ledger and moves the affiliates' running balances and balance lines (M22), locked in
 * sorted order.
 * A key that was posted before fails the transaction, and so does an account that may not fall below zero and
 * would.
 *
 * Holds the shop's posting lock until the transaction ends, so no period is closed meanwhile (M14). A
 * transaction that began before a closing is recorded at the start of the open period. Returns the instant of
 * recording, otherwise `now`.
 */
export async function postEntries(
  tx: Tx,
  shopId: ShopId,
  postings: readonly Posting[],
  now: Date,
): Promise<Date> {
  if (postings.length === 0) return now;
  const openFrom = await moveBalances(tx, shopId, postings);
  const recordedAt = openFrom !== null && openFrom > now ? openFrom : now;
  const entries = postings.map((posting) => ledgerEntryOf(shopId, posting, recordedAt));
  await insertLedgerEntries(tx, shopId, { entries, lines: linesOf(postings), recordedAt });
  return recordedAt;
}

function ledgerEntryOf(shopId: ShopId, posting: Posting, recordedAt: Date) {
  const said = {
    debitAccount: accountText(posting.debit),
    creditAccount: accountText(posting.credit),
    amountMinor: posting.amountMinor,
    currency: posting.currency,
    code: posting.code,
    idempotencyKey: posting.idempotencyKey,
    happenedAt: posting.happenedAt,
  };
  return {
    ...said,
    shopId,
    ledgerEntryId: newId<LedgerEntryId>("trf", recordedAt),
    subject: posting.subject.id,
    affiliateId: posting.debit.affiliateId ?? posting.credit.affiliateId,
    inputHash: inputHashOf(said),
    recordedAt,
  };
}

type MovedLine = { readonly line: string; readonly kind: LineKind };

/** The balance lines that these postings move (M22). Payments move lines through their coverings instead. */
function linesOf(postings: readonly Posting[]): MovedLine[] {
  const kinds = new Map<string, LineKind>();
  for (const { subject, debit, credit } of postings) {
    const isMoved = debit.affiliateId !== null || credit.affiliateId !== null;
    if (isMoved && subject.kind !== "payment") kinds.set(subject.id, subject.kind);
  }
  return [...kinds].map(([line, kind]) => ({ line, kind }));
}

type Insertion = {
  readonly entries: readonly (typeof ledgerEntries.$inferInsert)[];
  readonly lines: readonly MovedLine[];
  readonly recordedAt: Date;
};

const isInto = (account: string) => sql.raw(`credit_account like '${account}:%'`);
const isOutOf = (account: string) => sql.raw(`debit_account like '${account}:%'`);
const movedOn = (account: string) => sql`coalesce(sum(amount_minor) filter (where ${isInto(account)}), 0)
  - coalesce(sum(amount_minor) filter (where ${isOutOf(account)}), 0)`;

/**
 * Inserts entries and moves their balance lines with one statement, locking lines in the order of their ids.
 */
async function insertLedgerEntries(
  tx: Tx,
  shopId: ShopId,
  { entries, lines, recordedAt }: Insertion,
): Promise<void> {
  if (lines.length === 0) {
    await insertRows(tx, ledgerEntries, entries);
    return;
  }
  await tx.execute(sql`
    with posted as (
      ${insertStatement(ledgerEntries, entries)}
      returning subject, affiliate_id, currency, debit_account, credit_account, amount_minor, sequence
    )
    insert into balance_lines as line (shop_id, line_id, kind, affiliate_id, currency, created_at, pending_minor,
      payable_minor, first_sequence, debited_at)
    select ${shopId}, moved.line, moved.kind, posted.affiliate_id, posted.currency, ${recordedAt.toISOString()}::timestamptz,
      ${movedOn("pending")}, ${movedOn("payable")}, min(sequence) filter (where ${isInto("payable")} or ${isOutOf("payable")}),
      case when bool_or(${isOutOf("payable")}) then ${recordedAt.toISOString()}::timestamptz end
    from posted join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as moved (line text collate "C", kind text)
      on moved.line = posted.subject
    group by moved.line, moved.kind, posted.affiliate_id, posted.currency
    order by moved.line
    on conflict (shop_id, line_id) do update set
      pending_minor = line.pending_minor + excluded.pending_minor,
      payable_minor = line.payable_minor + excluded.payable_minor,
      first_sequence = coalesce(line.first_sequence, excluded.first_sequence),
      debited_at = coalesce(excluded.debited_at, line.debited_at)`);
}

/** The hash for `input_hash` of an entry's content. */
export function inputHashOf(said: LedgerEntryColumns): string {
  return hashToken(ledgerEntryText(said));
}

type Movement = {
  readonly affiliateId: AffiliateId;
  readonly account: AffiliateAccountName;
  readonly currency: string;
  amountMinor: bigint;
};

/**
 * SQL that takes the posting lock and returns since when the shop's books are open. As part of a statement that
 * is needed anyway it costs no round trip. As a subquery without a table it runs once per statement, not per
 * row.
 */
const openFromOf = (shopId: ShopId) => sql`(select open_from_under_posting_lock(${shopId}))`;

type OpenFrom = { openFrom: string | null };

const openFromIn = ({ rows }: { readonly rows: readonly OpenFrom[] }): Date | null =>
  rows[0]?.openFrom ? new Date(rows[0].openFrom) : null;

/** Returns since when the shop's books are open. Null if no period was closed. */
async function moveBalances(tx: Tx, shopId: ShopId, postings: readonly Posting[]): Promise<Date | null> {
  const movements = movementsOf(postings);
  const openFrom = sql`${openFromOf(shopId)} as "openFrom"`;
  if (movements.length === 0) return openFromIn(await tx.execute<OpenFrom>(sql`select ${openFrom}`));
  const onlyRise = movements.every((one) => one.amountMinor >= 0n);
  const inserted = await insertRows<typeof ledgerBalances, OpenFrom>(
    tx,
    ledgerBalances,
    movements.map(({ amountMinor, ...key }) => ({
      shopId,
      ...key,
      balanceMinor: onlyRise ? amountMinor : 0n,
    })),
    onlyRise ? sql`${raised} returning ${openFrom}` : sql`on conflict do nothing`,
  );
  if (onlyRise) return openFromIn({ rows: inserted });
  // A row can't be inserted below zero and then raised, so rows are inserted first, then locked in order, then
  // moved.
  const { from, isMoved } = movedIn(shopId, movements);
  const locked = await tx.execute<OpenFrom>(sql`
    select ${openFrom} from ${from} join ledger_balances kept on ${isMoved}
    order by kept.affiliate_id, kept.account, kept.currency for update of kept`);
  await tx.execute(sql`
    update ledger_balances kept set balance_minor = kept.balance_minor + moved.amount from ${from} where ${isMoved}`);
  return openFromIn(locked);
}

/**
 * Locks and returns an affiliate's available balance. It takes the posting lock first, like postings do, so
 * that they never deadlock.
 */
export async function lockPayable(
  tx: Tx,
  shopId: ShopId,
  { affiliateId, currency }: { readonly affiliateId: AffiliateId; readonly currency: string },
): Promise<bigint> {
  await tx.execute(sql`select ${openFromOf(shopId)}`);
  const { rows } = await tx.execute<{ balance: string }>(sql`
    select balance_minor::text as balance from ledger_balances
    where shop_id = ${shopId} and affiliate_id = ${affiliateId} and account = 'payable' and currency = ${currency}
    for update`);
  return BigInt(rows[0]?.balance ?? 0);
}

/** The movements as rows joined with the balances, `kept`. One parameter, however many there are. */
function movedIn(shopId: ShopId, movements: readonly Movement[]) {
  const given = JSON.stringify(
    movements.map(({ affiliateId, account, currency, amountMinor }) => ({
      affiliate: affiliateId,
      account,
      currency,
      amount: amountMinor.toString(),
    })),
  );
  const columns = sql.raw('(affiliate text collate "C", account text, currency text, amount bigint)');
  return {
    from: sql`jsonb_to_recordset(${given}::jsonb) as moved ${columns}`,
    isMoved: sql`kept.shop_id = ${shopId} and kept.affiliate_id = moved.affiliate
      and kept.account = moved.account and kept.currency = moved.currency`,
  };
}

const raised = sql`on conflict (shop_id, affiliate_id, account, currency)
  do update set balance_minor = ledger_balances.balance_minor + excluded.balance_minor`;

function movementsOf(postings: readonly Posting[]): Movement[] {
  const moved = new Map<string, Movement>();
  for (const posting of postings) {
    for (const [account, amountMinor] of [
      [posting.debit, -posting.amountMinor],
      [posting.credit, posting.amountMinor],
    ] as const) {
      if (account.affiliateId === null) continue;
      const key = `${account.affiliateId} ${account.name} ${posting.currency}`;
      const movement = moved.get(key);
      if (movement) movement.amountMinor += amountMinor;
      else {
        const { affiliateId, name } = account;
        moved.set(key, { affiliateId, account: name, currency: posting.currency, amountMinor });
      }
    }
  }
  return [...moved.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, movement]) => movement);
}

/** SQL for credits minus debits of an account, over all affiliates. */
const accountSum = (account: "pending" | "payable") => sql<string>`
  coalesce(sum(case when ${ledgerEntries.creditAccount} like ${`${account}:%`} then ${ledgerEntries.amountMinor}
    else 0 end), 0) - coalesce(sum(case when ${ledgerEntries.debitAccount} like ${`${account}:%`}
    then ${ledgerEntries.amountMinor} else 0 end), 0)`;

/** The posted amounts of commissions: the pending part and the released part. */
export async function postedOf(
  db: Db,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<Map<CommissionId, Posted>> {
  if (commissionIds.length === 0) return new Map();
  const rows = await db
    .select({
      subject: ledgerEntries.subject,
      pending: accountSum("pending"),
      payable: accountSum("payable"),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.shopId, shopId), isOneOf(ledgerEntries.subject, commissionIds)))
    .groupBy(ledgerEntries.subject);
  return new Map(
    rows.map((row) => [
      row.subject as CommissionId,
      { pendingMinor: BigInt(row.pending), payableMinor: BigInt(row.payable) },
    ]),
  );
}

export type NamedLedgerEntry = ReturnType<typeof namedLedgerEntry>;

/** A ledger entry as it is shown: its accounts by their names, and its affiliate. */
export function namedLedgerEntry(row: LedgerEntryRow, affiliateName: string | null) {
  const { affiliateId: id } = row;
  return {
    id: row.ledgerEntryId,
    sequence: row.sequence,
    code: row.code,
    debit: accountNameIn(row.debitAccount),
    credit: accountNameIn(row.creditAccount),
    amount: { minor: row.amountMinor, currency: row.currency },
    affiliate: id === null ? null : { id, name: affiliateName ?? id },
    subject: row.subject,
    happenedAt: row.happenedAt,
    recordedAt: row.recordedAt,
  };
}

/** A ledger entry about an order's commissions. One that is about none of them adjusts one. */
export type CommissionPosting = NamedLedgerEntry & {
  readonly commissionId: string;
  readonly kind: CommissionKind | "adjustment";
};

export function commissionPosting(
  row: LedgerEntryRow,
  names: ReadonlyMap<string, string>,
  commissions: readonly { readonly commissionId: string; readonly kind: CommissionKind }[],
): CommissionPosting {
  const { affiliateId, subject: commissionId } = row;
  const name = affiliateId === null ? null : (names.get(affiliateId) ?? null);
  const about = commissions.find((one) => one.commissionId === commissionId);
  return { ...namedLedgerEntry(row, name), commissionId, kind: about?.kind ?? "adjustment" };
}

/** The ledger entries about some subjects, in the order of posting. */
export async function ledgerEntriesOf(
  db: Db,
  shopId: ShopId,
  subjects: readonly string[],
): Promise<LedgerEntryRow[]> {
  if (subjects.length === 0) return [];
  return db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.shopId, shopId), inArray(ledgerEntries.subject, [...subjects])))
    .orderBy(asc(ledgerEntries.sequence));
}

/** Those of these commissions of which anything was ever released, even if it was reversed since (M19). */
export async function everReleased(
  db: Db,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<Set<string>> {
  if (commissionIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ subject: ledgerEntries.subject })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.shopId, shopId),
        inArray(ledgerEntries.subject, [...commissionIds]),
        eq(ledgerEntries.code, "released"),
      ),
    );
  return new Set(rows.map((row) => row.subject));
}

/** The four balances of an affiliate in one currency. Minor units, credits minus debits. */
export type Balances = {
  readonly currency: string;
  readonly pendingMinor: bigint;
  readonly payableMinor: bigint;
  readonly inTransitMinor: bigint;
  readonly paidMinor: bigint;
};

const balanceRowsOf = plannedSelect(({ shopId, affiliateIds }: OfAffiliates, on) =>
  on
    .select()
    .from(ledgerBalances)
    .where(and(eq(ledgerBalances.shopId, shopId), isOneOf(ledgerBalances.affiliateId, affiliateIds)))
    .orderBy(ledgerBalances.affiliateId, ledgerBalances.currency),
);

/** Balances by affiliate, one per currency ever used. Empty for an affiliate without postings. */
export async function balancesOf(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<AffiliateId, Balances[]>> {
  const answer = new Map<AffiliateId, Balances[]>();
  if (affiliateIds.length === 0) return answer;
  for (const row of await balanceRowsOf(db, { shopId, affiliateIds })) {
    const list = answer.get(row.affiliateId) ?? [];
    const known = list.find((one) => one.currency === row.currency);
    const before = known ?? {
      currency: row.currency,
      pendingMinor: 0n,
      payableMinor: 0n,
      inTransitMinor: 0n,
      paidMinor: 0n,
    };
    const after = { ...before, [fieldOf[row.account]]: row.balanceMinor };
    answer.set(row.affiliateId, [...list.filter((one) => one !== known), after]);
  }
  return answer;
}

const fieldOf = {
  pending: "pendingMinor",
  payable: "payableMinor",
  in_transit: "inTransitMinor",
  paid: "paidMinor",
} as const;
