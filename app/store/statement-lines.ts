import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { DecisionInForce } from "../domain/decision.ts";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { LineAmounts, LineKind } from "../domain/ledger/line.ts";
import type { Db } from "../platform/db.server.ts";
import { ledgerBalances, ledgerEntries } from "./schema/ledger.ts";

/** A ledger entry as an affiliate's statement lists it, with the names of its subject. */
export type StatementEntry = {
  readonly sequence: bigint;
  readonly code: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly recordedAt: Date;
  readonly subject: string;
  /** `order`, `bonus` or `manual`. Null if it is not about a commission. */
  readonly commissionKind: string | null;
  readonly orderName: string | null;
  readonly payoutMethod: string | null;
  /** The masked account paid to. */
  readonly receiver: string | null;
  /** Current balance line of its subject (M22). Null if it has none. */
  readonly line: StatementBalanceLine | null;
};

export type StatementBalanceLine = LineAmounts & {
  readonly kind: LineKind;
  readonly decision: DecisionInForce | null;
  readonly isDebited: boolean;
  /** True if the order's credit belongs to another affiliate now. */
  readonly isMoved: boolean;
  /** When a payment first covered a part of it. Null if none does. */
  readonly coveredAt: Date | null;
};

type EntryColumns = {
  sequence: string;
  code: string;
  debit_account: string;
  credit_account: string;
  amount: string;
  currency: string;
  recorded_at: string;
  subject: string;
  kind: string | null;
  order_name: string | null;
  method: string | null;
  receiver: string | null;
  line_kind: LineKind | null;
  decision: DecisionInForce | null;
  debited: boolean;
  moved: boolean;
  covered_at: string | null;
  pending: string | null;
  payable: string | null;
  in_payout: string | null;
  paid: string | null;
  deducting: string | null;
  deducted: string | null;
};

/** Ledger entries of an affiliate in one currency recorded in a span, in the order of posting. */
export async function listStatementEntries(
  db: Db,
  shopId: ShopId,
  query: {
    readonly affiliateId: AffiliateId;
    readonly currency: string;
    readonly since: Date;
    readonly until: Date;
    readonly after: bigint;
    readonly limit: number;
  },
): Promise<StatementEntry[]> {
  const { rows } = await db.execute<EntryColumns>(sql`
    select t.sequence::text, t.code, t.debit_account, t.credit_account, t.amount_minor::text as amount, t.currency,
      t.recorded_at::text, t.subject, c.kind, o.name as order_name, i.method, i.receiver,
      line.kind as line_kind, c.decision, line.debited_at is not null as debited,
      coalesce(c.kind = 'order' and o.affiliate_id <> c.affiliate_id, false) as moved,
      (select min(covering.at)::text from payout_coverings covering where covering.shop_id = line.shop_id
        and covering.line_id = line.line_id and covering.amount_minor > 0 and covering.state <> 'uncovered')
        as covered_at,
      line.pending_minor::text as pending, line.payable_minor::text as payable,
      line.in_payout_minor::text as in_payout, line.paid_minor::text as paid,
      line.deducting_minor::text as deducting, line.deducted_minor::text as deducted
    from ledger_entries t
    left join commissions c on c.shop_id = t.shop_id and c.commission_id = t.subject
    left join orders o on o.shop_id = c.shop_id and o.order_id = c.order_id
    left join payout_payments i on i.shop_id = t.shop_id and i.payment_id = t.subject
    left join balance_lines line on line.shop_id = t.shop_id and line.line_id = t.subject
    where t.shop_id = ${shopId} and t.affiliate_id = ${query.affiliateId} and t.currency = ${query.currency}
      and t.recorded_at >= ${query.since.toISOString()} and t.recorded_at < ${query.until.toISOString()}
      and t.sequence > ${query.after.toString()}
    order by t.sequence limit ${query.limit}`);
  return rows.map((row) => ({
    sequence: BigInt(row.sequence),
    code: row.code,
    debitAccount: row.debit_account,
    creditAccount: row.credit_account,
    amountMinor: BigInt(row.amount),
    currency: row.currency,
    recordedAt: new Date(row.recorded_at),
    subject: row.subject,
    commissionKind: row.kind,
    orderName: row.order_name,
    payoutMethod: row.method,
    receiver: row.receiver,
    line: lineOf(row),
  }));
}

function lineOf(row: EntryColumns): StatementBalanceLine | null {
  if (row.line_kind === null) return null;
  return {
    kind: row.line_kind,
    decision: row.decision,
    isDebited: row.debited,
    isMoved: row.moved,
    coveredAt: row.covered_at === null ? null : new Date(row.covered_at),
    pendingMinor: BigInt(row.pending ?? 0),
    payableMinor: BigInt(row.payable ?? 0),
    inPayoutMinor: BigInt(row.in_payout ?? 0),
    paidMinor: BigInt(row.paid ?? 0),
    deductingMinor: BigInt(row.deducting ?? 0),
    deductedMinor: BigInt(row.deducted ?? 0),
  };
}

/** Affiliates who have or had a balance, by id. */
export async function affiliatesInBooks(
  db: Db,
  shopId: ShopId,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AffiliateId[]> {
  const { affiliateId } = ledgerBalances;
  const rows = await db
    .selectDistinct({ affiliateId })
    .from(ledgerBalances)
    .where(and(eq(ledgerBalances.shopId, shopId), gt(affiliateId, after as AffiliateId)))
    .orderBy(asc(affiliateId))
    .limit(limit);
  return rows.map((row) => row.affiliateId);
}

/**
 * When an affiliate's first ledger entry was recorded, or null. Reads one row of ledger_entries_affiliate.
 */
export async function firstRecordedAt(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
): Promise<Date | null> {
  const [row] = await db
    .select({ recordedAt: ledgerEntries.recordedAt })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.shopId, shopId), eq(ledgerEntries.affiliateId, affiliateId)))
    .orderBy(asc(ledgerEntries.sequence))
    .limit(1);
  return row?.recordedAt ?? null;
}

/** Active affiliates with ledger entries recorded in a span. Reads ledger_entries_recorded. */
export async function affiliatesPosted(
  db: Db,
  shopId: ShopId,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<AffiliateId[]> {
  const { rows } = await db.execute<{ affiliateId: AffiliateId }>(sql`
    select distinct t.affiliate_id as "affiliateId"
    from ledger_entries t join affiliates a on a.shop_id = t.shop_id and a.affiliate_id = t.affiliate_id
    where t.shop_id = ${shopId} and t.recorded_at >= ${since.toISOString()}::timestamptz
      and t.recorded_at < ${until.toISOString()}::timestamptz and a.status = 'active'
    order by 1`);
  return rows.map((row) => row.affiliateId);
}
