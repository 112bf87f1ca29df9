import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import type { PaymentId } from "../domain/ids.ts";
import type { BankColumns } from "../domain/payouts/bank-file.ts";
import type { PaymentState } from "../domain/payouts/payment.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import { bankTakesDays, betweenStatementsDays } from "#app/domain/statements/awaited.ts";
import { methodOf, type StatementProvider } from "../domain/statements/reading.ts";
import type { StatementKey } from "./provider-statements.ts";
import type { Db, Tx } from "../platform/db.server.ts";

/** The payments that a statement should contain. */
export type Span = {
  readonly provider: StatementProvider;
  readonly since: Date;
  readonly until: Date;
  /** Null for all. */
  readonly currencies: readonly string[] | null;
  /** Formats of bank files that may have paid them. Null for all. */
  readonly columns: readonly BankColumns[] | null;
  /** True if the app requested it from the provider. */
  readonly isReport: boolean;
};

/** In the statement's currencies, and not in a file made for another bank. */
const isExpected = ({ currencies, columns, isReport }: Span) => {
  const inCurrency = sql`${
    currencies === null ? sql`true` : sql`i.currency = any(${sql.param([...currencies])}::text[])`
  } and ${isReport ? isStillAsked : sql`true`}`;
  if (columns === null) return inCurrency;
  return sql`${inCurrency} and not exists (select 1 from payout_requests c where c.shop_id = i.shop_id
    and c.request_id = i.request_id and c.provider_id <> all(${sql.param(["", ...columns])}::text[]))`;
};

/** Not sent by a PayPal account whose secret is erased, because its report was not read. */
const isStillAsked = sql`not exists (select 1 from payout_requests c
  join paypal_accounts a on a.shop_id = c.shop_id and a.account_id = c.account_id
  where c.shop_id = i.shop_id and c.request_id = i.request_id and a.source = 'store' and a.sealed_secret = '')`;

/** A line that the app added for a payment that the statement lacks. */
const isUntold = (match: SQL) => sql`${match} in ('missing', 'awaited', 'unreadable')`;

const days = (count: number) => sql.raw(`interval '${count} days'`);

/**
 * Paid within the days, or sent within them and still open. For a bank, also those still awaited before them.
 */
const isOfDays = (span: Span, of: StatementKey) => {
  const [since, until] = [span.since.toISOString(), span.until.toISOString()];
  const isWithin = sql`(i.settled_at >= ${since} and i.settled_at < ${until})
    or (i.closed_at is null and i.sent_at >= ${since} and i.sent_at < ${until})`;
  return methodOf(span.provider) === "bank"
    ? sql`(${isWithin} or ${isAwaitedBefore(span, of)})`
    : sql`(${isWithin})`;
};

/**
 * Payments that the previous statement lacked because it ended too early, so this one is checked for them. Not
 * if too many days lie between the two statements, because the bank may have paid then.
 */
const isAwaitedBefore = ({ provider, since, until }: Span, { statementId }: StatementKey) => sql`(
  (i.closed_at is null or i.status = 'paid') and i.sent_at < ${since.toISOString()}
  and i.sent_at > ${since.toISOString()}::timestamptz - ${days(bankTakesDays + betweenStatementsDays)}
  and exists (select 1 from statement_lines b
    join provider_statements p on p.shop_id = b.shop_id and p.statement_id = b.statement_id
    where b.shop_id = i.shop_id and b.payment_id = i.payment_id and b.match in ('missing', 'awaited')
      and b.statement_id <> ${statementId} and p.provider = ${provider} and p.until < ${until.toISOString()}
      and p.until < i.sent_at + ${days(bankTakesDays)}
      and p.until >= ${since.toISOString()}::timestamptz - ${days(betweenStatementsDays)}))`;

/**
 * A payment that another statement reports as paid is not missing: it is listed under another day, or this file
 * is incomplete.
 */
const isToldElsewhere = (paymentId: SQL, { shopId, statementId }: StatementKey) => sql`exists (
  select 1 from statement_lines p where p.shop_id = ${shopId} and p.payment_id = ${paymentId}
    and p.statement_id <> ${statementId} and p.outcome = 'paid' and p.match not in ('waiting', 'unexpected'))`;

/**
 * The currencies of the provider's lines. A bank file covers one account and says nothing about other
 * currencies.
 */
export async function currenciesTold(db: Db, { shopId, statementId }: StatementKey): Promise<string[]> {
  const { rows } = await db.execute<{ currency: string }>(sql`
    select distinct currency from statement_lines
    where shop_id = ${shopId} and statement_id = ${statementId} and not ${isUntold(sql`match`)} and currency <> ''
    order by currency`);
  return rows.map((row) => row.currency);
}

/**
 * Payments of a method that were paid within some days, or sent within them and still open, that have no line
 * in the statement and that no other statement reports as paid. By id, in parts.
 */
export async function unmentionedPayments(
  db: Db,
  of: StatementKey,
  query: Span & {
    readonly method: PayoutMethod;
    readonly after: string;
    readonly limit: number;
  },
) {
  const { shopId, statementId } = of;
  const { rows } = await db.execute<{
    payment_id: string;
    status: PaymentState;
    sent: string | null;
    amount: string;
    currency: string;
    at: string;
    receiver: string;
  }>(sql`
    select payment_id::text, amount_minor::text as amount, currency, coalesce(settled_at, sent_at)::text as at,
      receiver, status, sent_at::text as sent
    from payout_payments i where shop_id = ${shopId} and method = ${query.method} and payment_id > ${query.after}
      and ${isExpected(query)} and not ${isToldElsewhere(sql`i.payment_id`, of)}
      and ${isOfDays(query, of)}
      and not exists (select 1 from statement_lines l where l.shop_id = i.shop_id and l.payment_id = i.payment_id
        and l.statement_id = ${statementId} and l.resolution <> 'found')
    order by payment_id limit ${query.limit}`);
  return rows.map(({ payment_id, amount, currency, at, receiver, status, sent }) => ({
    paymentId: payment_id as PaymentId,
    amountMinor: BigInt(amount),
    currency,
    at: new Date(at),
    receiver,
    status,
    sentAt: sent === null ? null : new Date(sent),
  }));
}

/**
 * Resolves lines of payments that are no longer missing: another line is about them, which in another statement
 * must report them as paid, or they ended in a way that no statement needs to contain.
 */
export async function resolveFound(
  tx: Tx,
  { shopId, statementId }: StatementKey,
  query: Span & { readonly by: Actor; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    update statement_lines l set resolution = 'found', resolved_at = ${query.now.toISOString()}::timestamptz,
      resolved_by = ${JSON.stringify(query.by)}::jsonb
    where shop_id = ${shopId} and statement_id = ${statementId} and ${isUntold(sql`match`)} and resolved_at is null and (
      exists (select 1 from statement_lines o where o.shop_id = l.shop_id and o.payment_id = l.payment_id
        and o.statement_id = ${statementId} and not ${isUntold(sql`o.match`)})
      or (match in ('missing', 'awaited') and ${isToldElsewhere(sql`l.payment_id`, { shopId, statementId })})
      or not exists (select 1 from payout_payments i where i.shop_id = l.shop_id and i.payment_id = l.payment_id
        and ${isExpected(query)} and ${isOfDays(query, { shopId, statementId })}))`);
}
