import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AffiliateId, PayoutSectionId, ShopId } from "../domain/ids.ts";
import { owedAccounts } from "../domain/ledger/entries.ts";
import type { SectionPart, SectionSum } from "../domain/payouts/section.ts";
import { type Db, plannedSelect } from "../platform/db.server.ts";
import type { LedgerEntryRow } from "./ledger.ts";
import { ledgerBalances, ledgerProofs, ledgerEntries } from "./schema/ledger.ts";

export type LedgerEntryFilter = {
  readonly affiliateId?: string | undefined;
  /** The commission, payment or adjustment that ledger entries are about. */
  readonly subject?: string | undefined;
  /** A code of M2. */
  readonly code?: string | undefined;
  readonly currency?: string | undefined;
  /** A debited or credited account of M1. */
  readonly account?: string | undefined;
  /** The section whose payments they are about. */
  readonly sectionId?: string | undefined;
  /** The term of a section's books that they belong to. */
  readonly part?: SectionPart | undefined;
  /** Recorded from `since` on and before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};

export type LedgerEntryPage = {
  readonly filter: LedgerEntryFilter;
  readonly limit: number;
  readonly offset?: number;
  /** Sequence of the last entry already seen. */
  readonly after?: bigint | undefined;
};

/** Ledger entries, newest first. */
export async function listLedgerEntries(
  db: Db,
  shopId: ShopId,
  page: LedgerEntryPage,
): Promise<LedgerEntryRow[]> {
  const { filter, limit, offset = 0, after } = page;
  return db
    .select()
    .from(ledgerEntries)
    .where(and(matching(shopId, filter), after === undefined ? undefined : lt(ledgerEntries.sequence, after)))
    .orderBy(desc(ledgerEntries.sequence))
    .limit(limit)
    .offset(offset);
}

/** Ledger entries in the order of posting, as books are written. */
export async function listLedgerEntriesInOrder(
  db: Db,
  shopId: ShopId,
  page: Omit<LedgerEntryPage, "offset">,
): Promise<LedgerEntryRow[]> {
  const { filter, limit, after } = page;
  return db
    .select()
    .from(ledgerEntries)
    .where(and(matching(shopId, filter), after === undefined ? undefined : gt(ledgerEntries.sequence, after)))
    .orderBy(asc(ledgerEntries.sequence))
    .limit(limit);
}

/** Number of matching ledger entries, counted up to `upTo`. */
export async function countLedgerEntries(
  db: Db,
  shopId: ShopId,
  { filter, after, upTo }: { filter: LedgerEntryFilter; after?: bigint; upTo: number },
): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(ledgerEntries)
    .where(and(matching(shopId, filter), after === undefined ? undefined : gt(ledgerEntries.sequence, after)))
    .limit(upTo)
    .as("found");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}

/**
 * Sums of an affiliate's ledger entries recorded before `until`, by code, accounts and currency, with those
 * since `since` separate. A few rows, however many entries there are.
 */
export async function sumLedgerEntries(
  db: Db,
  shopId: ShopId,
  query: { readonly affiliateId: AffiliateId; readonly since: Date; readonly until: Date },
) {
  const within = sql<boolean>`${ledgerEntries.recordedAt} >= ${query.since.toISOString()}::timestamptz`;
  const rows = await db
    .select({
      code: ledgerEntries.code,
      debitAccount: ledgerEntries.debitAccount,
      creditAccount: ledgerEntries.creditAccount,
      currency: ledgerEntries.currency,
      within,
      amount: sql<string>`sum(${ledgerEntries.amountMinor})::text`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.shopId, shopId),
        eq(ledgerEntries.affiliateId, query.affiliateId),
        lt(ledgerEntries.recordedAt, query.until),
      ),
    )
    .groupBy(
      ledgerEntries.code,
      ledgerEntries.debitAccount,
      ledgerEntries.creditAccount,
      ledgerEntries.currency,
      sql`5`,
    )
    .orderBy(ledgerEntries.currency, ledgerEntries.code);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** Affiliates who ever had a balance, by id, and their total number. */
export async function listAccountHolders(
  db: Db,
  shopId: ShopId,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ affiliateIds: AffiliateId[]; total: number }> {
  const ofShop = eq(ledgerBalances.shopId, shopId);
  const rows = await db
    .selectDistinct({ affiliateId: ledgerBalances.affiliateId })
    .from(ledgerBalances)
    .where(ofShop)
    .orderBy(ledgerBalances.affiliateId)
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db
    .select({ count: sql<number>`count(distinct ${ledgerBalances.affiliateId})::int` })
    .from(ledgerBalances)
    .where(ofShop);
  return { affiliateIds: rows.map((row) => row.affiliateId), total: counted?.count ?? 0 };
}

/** Sums of some affiliates' ledger entries by account and currency, to compare with `balancesOf`. */
export async function sumAccounts(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
  if (affiliateIds.length === 0) return [];
  const ids = sql.join(
    affiliateIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await db.execute<{
    affiliate: string;
    account: string;
    currency: string;
    kept: string;
    summed: string;
  }>(sql`
    with own as (
      select * from ledger_entries where shop_id = ${shopId} and affiliate_id in (${ids})
    ), moved as (
      select credit_account as account, currency, amount_minor as amount from own
      union all select debit_account, currency, -amount_minor from own
    ), summed as (
      select split_part(account, ':', 2) as affiliate, split_part(account, ':', 1) as account, currency,
        sum(amount) as amount from moved where account like '%:%' group by 1, 2, 3
    ), kept as (
      select affiliate_id::text as affiliate, account, currency, balance_minor as amount
      from ledger_balances where shop_id = ${shopId} and affiliate_id in (${ids})
    )
    select affiliate, account, currency, coalesce(kept.amount, 0)::text as kept,
      coalesce(summed.amount, 0)::text as summed
    from kept full join summed using (affiliate, account, currency)
    order by affiliate, currency, account`);
  return rows;
}

function matching(shopId: ShopId, filter: LedgerEntryFilter) {
  const { affiliateId, subject, code, currency, account, sectionId, part, since, until } = filter;
  return and(
    eq(ledgerEntries.shopId, shopId),
    affiliateId === undefined ? undefined : eq(ledgerEntries.affiliateId, affiliateId as AffiliateId),
    subject === undefined ? undefined : eq(ledgerEntries.subject, subject),
    code === undefined ? undefined : eq(ledgerEntries.code, code),
    currency === undefined ? undefined : eq(ledgerEntries.currency, currency),
    account === undefined ? undefined : movesAccount(account),
    sectionId === undefined ? undefined : isAboutSection(shopId, sectionId),
    part === undefined ? undefined : isPart(shopId)[part],
    since === undefined ? undefined : gte(ledgerEntries.recordedAt, since),
    until === undefined ? undefined : lt(ledgerEntries.recordedAt, until),
  );
}

function movesAccount(account: string) {
  return sql`${account} in (split_part(${ledgerEntries.debitAccount}, ':', 1),
    split_part(${ledgerEntries.creditAccount}, ':', 1))`;
}

function isAboutSection(shopId: ShopId, sectionId: string) {
  return sql`${ledgerEntries.subject} in (
    select payment_id from payout_payments where shop_id = ${shopId} and section_id = ${sectionId})`;
}

/** The terms that `sectionIdentity` adds up. */
function isPart(shopId: ShopId): Record<SectionPart, SQL> {
  const { code, debitAccount, subject } = ledgerEntries;
  const debits = (account: string) => sql`split_part(${debitAccount}, ':', 1) = ${account}`;
  const isOfCancelled = sql`exists (select 1 from payout_payments i
    where i.shop_id = ${shopId} and i.payment_id = ${subject} and i.status = 'canceled')`;
  return {
    returned: sql`${code} = 'payout_returned' and (${debits("paid")} or not ${isOfCancelled})`,
    canceled: sql`${code} = 'payout_returned' and ${debits("in_transit")} and ${isOfCancelled}`,
    fee: sql`${code} = 'fee' and (${debits("fees")} or ${debits("bank")})`,
    withheld: sql`${code} = 'fee' and ${debits("payable")}`,
  };
}

/** Sums of ledger entries about the payments of a section, and the amount of its open payments. Minor units. */
export async function sumSection(
  db: Db,
  shopId: ShopId,
  sectionId: PayoutSectionId,
): Promise<{ sums: SectionSum[]; openMinor: bigint }> {
  const { rows } = await db.execute<{ code: string; debit: string; cancelled: boolean; amount: string }>(sql`
    select t.code, split_part(t.debit_account, ':', 1) as debit, i.status = 'canceled' as cancelled,
      sum(t.amount_minor)::text as amount
    from payout_payments i join ledger_entries t on t.shop_id = i.shop_id and t.subject = i.payment_id
    where i.shop_id = ${shopId} and i.section_id = ${sectionId} group by 1, 2, 3`);
  const open = await db.execute<{ amount: string }>(sql`
    select coalesce(sum(amount_minor), 0)::text as amount from payout_payments
    where shop_id = ${shopId} and section_id = ${sectionId} and closed_at is null`);
  const sums = rows.map(({ code, debit, cancelled, amount }) => {
    return { code, debit, isCancelled: cancelled, amountMinor: BigInt(amount) };
  });
  return { sums, openMinor: BigInt(open.rows[0]?.amount ?? "0") };
}

/** A sum of a shop's ledger entries between accounts of these names, over all affiliates. Minor units. */
export type ShopSum = {
  readonly code: string;
  /** Account names without the affiliate. */
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  /** True for entries recorded within the span, false for later ones. */
  readonly within: boolean;
};

/**
 * Sums of a shop's ledger entries recorded since an instant, with those before `until` separate from later
 * ones. A few rows from one pass over the entries.
 */
export async function sumShopEntries(
  db: Db,
  shopId: ShopId,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<ShopSum[]> {
  const { rows } = await db.execute<Omit<ShopSum, "amountMinor"> & { amount: string }>(sql`
    select code, split_part(debit_account, ':', 1) as debit, split_part(credit_account, ':', 1) as credit, currency,
      recorded_at < ${until.toISOString()} as within, sum(amount_minor)::text as amount
    from ledger_entries where shop_id = ${shopId} and recorded_at >= ${since.toISOString()}
    group by 1, 2, 3, 4, 5 order by currency, code`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** A shop's stored balances by currency: pending, payable and in transit together. Minor units. */
export async function sumKeptOwed(db: Db, shopId: ShopId): Promise<Map<string, bigint>> {
  const { rows } = await db.execute<{ currency: string; owed: string }>(sql`
    select currency, sum(balance_minor)::text as owed from ledger_balances
    where shop_id = ${shopId} and account = any(${sql.param([...owedAccounts])}) group by currency`);
  return new Map(rows.map(({ currency, owed }) => [currency, BigInt(owed)]));
}

export type LedgerProof = Omit<typeof ledgerProofs.$inferSelect, "shopId">;

const proofOfShop = plannedSelect(({ shopId }: { shopId: ShopId }, on) =>
  on.select().from(ledgerProofs).where(eq(ledgerProofs.shopId, shopId)),
);

/** Time and result of the last verification of the books. Null before the first. */
export async function findProof(db: Db, shopId: ShopId): Promise<LedgerProof | null> {
  const [row] = await proofOfShop(db, { shopId });
  return row ?? null;
}

/** Stores a shop's newest result. One that began earlier than the stored one is ignored. */
export async function keepProof(db: Db, shopId: ShopId, proof: LedgerProof): Promise<void> {
  await db
    .insert(ledgerProofs)
    .values({ shopId, ...proof })
    .onConflictDoUpdate({
      target: ledgerProofs.shopId,
      set: proof,
      setWhere: lte(ledgerProofs.checkedAt, proof.checkedAt),
    });
}
