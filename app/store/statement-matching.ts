import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { PayoutSectionId, PaymentId, ShopId } from "../domain/ids.ts";
import type { PaymentState } from "../domain/payouts/payment.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { isOneOf } from "./many-rows.ts";
import type { StatementLineRow, StatementKey } from "./provider-statements.ts";
import { payoutPayments } from "./schema/payouts.ts";
import { statementLines } from "./schema/provider-statements.ts";

export type LineFilter = {
  readonly match?: string | undefined;
  readonly matches?: readonly string[] | undefined;
  /** Unresolved lines only. */
  readonly open?: boolean | undefined;
};

const ofStatement = ({ shopId, statementId }: StatementKey) =>
  and(eq(statementLines.shopId, shopId), eq(statementLines.statementId, statementId));

export type LineWithPayment = {
  readonly line: StatementLineRow;
  readonly affiliateId: string | null;
  readonly affiliateName: string | null;
  readonly sectionId: string | null;
  readonly payment: typeof payoutPayments.$inferSelect | null;
};

/** Lines of a statement in order, after one that was shown. */
export async function listLines(
  db: Db,
  of: StatementKey,
  page: {
    readonly filter: LineFilter;
    readonly after: number;
    readonly limit: number;
    readonly offset?: number;
  },
): Promise<LineWithPayment[]> {
  const { filter, after, limit, offset = 0 } = page;
  const rows = await db
    .select({
      line: statementLines,
      payment: payoutPayments,
      affiliateName: sql<string | null>`(select a.name from affiliates a
        where a.shop_id = ${payoutPayments.shopId} and a.affiliate_id = ${payoutPayments.affiliateId})`,
    })
    .from(statementLines)
    .leftJoin(
      payoutPayments,
      and(
        eq(payoutPayments.shopId, statementLines.shopId),
        eq(payoutPayments.paymentId, statementLines.paymentId),
      ),
    )
    .where(and(ofStatement(of), matching(filter), gt(statementLines.number, after)))
    .orderBy(asc(statementLines.number))
    .limit(limit)
    .offset(offset);
  return rows.map(({ line, payment, affiliateName }) => ({
    line,
    payment,
    affiliateName,
    affiliateId: payment?.affiliateId ?? null,
    sectionId: payment?.sectionId ?? null,
  }));
}

export async function countLines(db: Db, of: StatementKey, filter: LineFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(statementLines)
    .where(and(ofStatement(of), matching(filter)));
  return row?.total ?? 0;
}

function matching({ match, matches, open }: LineFilter) {
  return and(
    matches === undefined ? undefined : isOneOf(statementLines.match, matches),
    match === undefined ? undefined : eq(statementLines.match, match),
    open ? sql`${statementLines.resolvedAt} is null and ${statementLines.match} <> 'matched'` : undefined,
  );
}

/** Locks lines by number or payment, in their order, resolved or not. */
export async function lockLines(
  tx: Tx,
  of: StatementKey,
  which: { readonly numbers: readonly number[] } | { readonly paymentIds: readonly PaymentId[] },
): Promise<StatementLineRow[]> {
  const named =
    "numbers" in which
      ? isOneOf(statementLines.number, which.numbers)
      : isOneOf(statementLines.paymentId, which.paymentIds);
  return tx
    .select()
    .from(statementLines)
    .where(and(ofStatement(of), named))
    .orderBy(asc(statementLines.number))
    .for("update");
}

/** Records the resolution of lines that `lockLines` holds. */
export async function resolveLocked(
  tx: Tx,
  of: StatementKey,
  numbers: readonly number[],
  done: Pick<StatementLineRow, "resolvedAt" | "resolvedBy" | "resolution" | "note">,
): Promise<void> {
  if (numbers.length === 0) return;
  await tx
    .update(statementLines)
    .set(done)
    .where(and(ofStatement(of), isOneOf(statementLines.number, numbers)));
}

export async function chooseLocked(
  tx: Tx,
  of: StatementKey,
  { number, paymentId }: { readonly number: number; readonly paymentId: PaymentId },
): Promise<void> {
  await tx
    .update(statementLines)
    .set({ chosenItemId: paymentId })
    .where(and(ofStatement(of), eq(statementLines.number, number)));
}

/** Payments that a row may be about: of a method, first those with its amount, then the newest. */
export async function listCandidates(
  db: Db,
  shopId: ShopId,
  query: {
    readonly method: string;
    readonly currency: string;
    readonly amountMinor: bigint;
    readonly search: string;
    readonly limit: number;
  },
) {
  const { method, currency, amountMinor, search, limit } = query;
  const found = holding(search);
  const { rows } = await db.execute<{
    payment_id: string;
    name: string;
    amount: string;
    currency: string;
    status: string;
    at: string;
  }>(sql`
    select i.payment_id::text, a.name, i.amount_minor::text as amount, i.currency, i.status,
      coalesce(i.settled_at, i.sent_at, i.planned_at)::text as at
    from payout_payments i join affiliates a on a.shop_id = i.shop_id and a.affiliate_id = i.affiliate_id
    where i.shop_id = ${shopId} and i.method = ${method} and i.sent_at is not null
      and (${search} = '' or a.name ilike ${found} or a.email ilike ${found})
    order by (i.currency = ${currency} and i.amount_minor = ${amountMinor}) desc, i.sent_at desc, i.payment_id
    limit ${limit}`);
  return rows.map((row) => ({
    paymentId: row.payment_id as PaymentId,
    name: row.name,
    amountMinor: BigInt(row.amount),
    currency: row.currency,
    status: row.status,
    at: new Date(row.at),
  }));
}

export type NamedPayment = Pick<
  typeof payoutPayments.$inferSelect,
  | "paymentId"
  | "amountMinor"
  | "feeMinor"
  | "withheldMinor"
  | "currency"
  | "method"
  | "contradiction"
  | "sentAt"
  | "settledAt"
  | "providerItemId"
  | "providerTransactionId"
> & { readonly status: PaymentState };

/** Payments that were recorded from lines with these identities, in any statement. */
export async function recordedPayments(
  db: Db,
  shopId: ShopId,
  identities: readonly string[],
): Promise<ReadonlyMap<string, PaymentId>> {
  const given = identities.filter(Boolean);
  if (given.length === 0) return new Map();
  const { identity, paymentId, resolution } = statementLines;
  const rows = await db
    .select({ identity, paymentId })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.shopId, shopId),
        isOneOf(identity, given),
        eq(resolution, "record"),
        sql`${identity} <> ''`,
      ),
    );
  return new Map(rows.flatMap((row) => (row.paymentId ? [[row.identity, row.paymentId] as const] : [])));
}

/** Payments with one of these ids: the app's own, or the provider's for them or for their transactions. */
export async function findNamedPayments(
  db: Db,
  shopId: ShopId,
  names: {
    readonly paymentIds: readonly PaymentId[];
    readonly providerItemIds: readonly string[];
    readonly transactionIds: readonly string[];
  },
): Promise<NamedPayment[]> {
  // One query per kind of id, so that each uses its own index.
  const { paymentIds, providerItemIds, transactionIds } = names;
  const sources = [
    isOneOf(payoutPayments.paymentId, paymentIds),
    and(isOneOf(payoutPayments.providerItemId, providerItemIds), sql`${payoutPayments.providerItemId} <> ''`),
    and(
      isOneOf(payoutPayments.providerTransactionId, transactionIds),
      sql`${payoutPayments.providerTransactionId} <> ''`,
    ),
  ];
  const found: NamedPayment[] = [];
  for (const source of sources) {
    const rows = await db
      .select({
        paymentId: payoutPayments.paymentId,
        amountMinor: payoutPayments.amountMinor,
        feeMinor: payoutPayments.feeMinor,
        withheldMinor: payoutPayments.withheldMinor,
        currency: payoutPayments.currency,
        method: payoutPayments.method,
        contradiction: payoutPayments.contradiction,
        status: payoutPayments.status,
        sentAt: payoutPayments.sentAt,
        settledAt: payoutPayments.settledAt,
        providerItemId: payoutPayments.providerItemId,
        providerTransactionId: payoutPayments.providerTransactionId,
      })
      .from(payoutPayments)
      .where(and(eq(payoutPayments.shopId, shopId), source));
    found.push(...rows.map((row) => ({ ...row, status: row.status as PaymentState })));
  }
  return found;
}

export async function lastNumber(db: Db, of: StatementKey): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${statementLines.number}), 0)::int` })
    .from(statementLines)
    .where(ofStatement(of));
  return row?.last ?? 0;
}

export async function namesAnyPayout(db: Db, { shopId, statementId }: StatementKey): Promise<boolean> {
  const { rows } = await db.execute<{ one: number }>(sql`
    select 1 as one from statement_lines l where shop_id = ${shopId} and statement_id = ${statementId} and (
      exists (select 1 from payout_payments i where i.shop_id = l.shop_id and i.payment_id =
        case when l.sender_item_id like '%:%' and split_part(l.sender_item_id, ':', 1) <> ${shopId} then ''
          else right(l.sender_item_id, 30) end)
      or (l.provider_item_id <> '' and exists (select 1 from payout_payments i
        where i.shop_id = l.shop_id and i.provider_item_id = l.provider_item_id and i.provider_item_id <> ''))
      or (l.provider_transaction_id <> '' and exists (select 1 from payout_payments i where i.shop_id = l.shop_id
        and i.provider_transaction_id = l.provider_transaction_id and i.provider_transaction_id <> ''))
    ) limit 1`);
  return rows.length > 0;
}

/**
 * Totals of statements about a section's payments: for each payment, the newest statement that has it, plus
 * each additional payment of the same. Minor units.
 */
export async function reconciledOfSection(db: Db, shopId: ShopId, sectionId: PayoutSectionId) {
  const { rows } = await db.execute<{
    payments: number;
    paid: string;
    reconciled: number;
    told: string;
    fees: string;
    told_fees: string;
  }>(sql`
    with payment as (
      select payment_id, amount_minor, fee_minor, status from payout_payments
      where shop_id = ${shopId} and section_id = ${sectionId} and status <> 'canceled'
    ), line as (
      select l.*, s.created_at, case when l.match = 'unexpected' then l.identity else '' end as further
      from statement_lines l join provider_statements s on s.shop_id = l.shop_id and s.statement_id = l.statement_id
      where l.shop_id = ${shopId} and l.payment_id in (select payment_id from payment) and l.match not in ('missing', 'awaited', 'unreadable')
        -- What came to nothing and was sent again counts as the row that was paid.
        and not (l.match = 'matched' and l.outcome = 'returned'
          and exists (select 1 from payment i where i.payment_id = l.payment_id and i.status = 'paid'))
    ), told as (
      select distinct on (payment_id, outcome, further) payment_id, outcome, amount_minor, fee_minor, match, resolved_at
      from line order by payment_id, outcome, further, created_at desc, number desc
    ), summed as (
      select payment_id, bool_and(match = 'matched' or resolved_at is not null) as agrees,
        coalesce(sum(amount_minor) filter (where outcome = 'paid'), 0)
          - case when bool_or(outcome = 'paid') then coalesce(sum(amount_minor) filter (where outcome = 'returned'), 0)
            else 0 end as minor,
        coalesce(sum(fee_minor), 0) as fee
      from told group by payment_id
    )
    select count(*)::int as payments,
      coalesce(sum(amount_minor) filter (where status = 'paid'), 0)::text as paid,
      count(*) filter (where agrees)::int as reconciled, coalesce(sum(minor), 0)::text as told,
      coalesce(sum(fee_minor), 0)::text as fees, coalesce(sum(fee), 0)::text as told_fees
    from payment left join summed using (payment_id)`);
  const [row] = rows;
  if (!row) throw new Error("A sum without a group has one row.");
  return {
    payments: row.payments,
    reconciled: row.reconciled,
    paidMinor: BigInt(row.paid),
    toldMinor: BigInt(row.told),
    feesMinor: BigInt(row.fees),
    toldFeesMinor: BigInt(row.told_fees),
  };
}
