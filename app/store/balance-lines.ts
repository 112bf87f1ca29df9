import { and, desc, eq, lt, or, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, PaymentId, ShopId } from "../domain/ids.ts";
import type { LineAmounts, LineKind } from "../domain/ledger/line.ts";
import type { BalanceLine, CoveringState } from "../domain/payouts/payment.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { balanceLines } from "./schema/balance-lines.ts";

/** The columns of `LineAmounts`. */
export const lineAmounts = {
  pendingMinor: balanceLines.pendingMinor,
  payableMinor: balanceLines.payableMinor,
  inPayoutMinor: balanceLines.inPayoutMinor,
  paidMinor: balanceLines.paidMinor,
  deductingMinor: balanceLines.deductingMinor,
  deductedMinor: balanceLines.deductedMinor,
};

type NewLine = typeof balanceLines.$inferInsert;

/** Adds lines of which nothing is posted yet. */
export async function insertLines(tx: Tx, rows: readonly NewLine[]): Promise<void> {
  await insertRows(tx, balanceLines, rows);
}

export type OtherLine = LineAmounts & {
  readonly lineId: string;
  readonly kind: OtherLineKind;
  readonly currency: string;
  readonly createdAt: Date;
};

type OtherLineKind = Exclude<LineKind, "commission" | "adjustment">;

/**
 * An affiliate's write-offs, opening balances and payments with a line of their own, newest first.
 * Negative open amounts are deductions and are not listed.
 */
export async function listOtherLines(
  db: Db,
  shopId: ShopId,
  page: {
    readonly affiliateId: AffiliateId;
    readonly limit: number;
    readonly after?: { readonly at: Date; readonly id: string } | undefined;
  },
): Promise<OtherLine[]> {
  const { createdAt, lineId } = balanceLines;
  const { after } = page;
  const rows = await db
    .select()
    .from(balanceLines)
    .where(
      and(
        eq(balanceLines.shopId, shopId),
        eq(balanceLines.affiliateId, page.affiliateId),
        // The condition of the index `balance_lines_other`.
        sql`kind not in ('commission', 'adjustment')`,
        sql`(pending_minor <> 0 or open_minor > 0 or in_payout_minor > 0 or paid_minor > 0)`,
        after && or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(lineId, after.id))),
      ),
    )
    .orderBy(desc(createdAt), desc(lineId))
    .limit(page.limit);
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kind as OtherLineKind }));
}

type OfAffiliates = {
  readonly affiliateIds: readonly AffiliateId[];
  readonly currency: string;
  /** Credits recorded from then on are not covered; null covers all. */
  readonly cutoffAt: Date | null;
};

/**
 * Credits to `payable` recorded after the cutoff, by line. The start of the cutoff's last millisecond belongs to the time
 * that is paid for. Amounts that came back from a payout have the payment as their subject and are excluded.
 */
function laterCredits(shopId: ShopId, { affiliateIds, currency, cutoffAt }: OfAffiliates): SQL {
  if (cutoffAt === null) return sql`select ''::text as subject, 0::bigint as amount where false`;
  return sql`select subject, sum(amount_minor)::bigint as amount from ledger_entries
    where shop_id = ${shopId} and affiliate_id = any(${sql.param([...affiliateIds])}) and currency = ${currency}
      and recorded_at >= ${cutoffAt.toISOString()} and credit_account = 'payable:' || affiliate_id
      and code <> 'payout_returned'
    group by subject`;
}

/** M22: the open lines of some affiliates in a currency. A caller that covers them has locked their balances. */
export async function openLines(
  db: Db,
  shopId: ShopId,
  query: OfAffiliates,
): Promise<Map<AffiliateId, BalanceLine[]>> {
  const { rows } = await db.execute<{
    line: string;
    affiliate: AffiliateId;
    sequence: string;
    open: string;
    later: string;
  }>(sql`
    with later as (${laterCredits(shopId, query)})
    select line_id as line, affiliate_id as affiliate, first_sequence::text as sequence, open_minor::text as open,
      coalesce(later.amount, 0)::text as later
    from balance_lines left join later on later.subject = line_id
    where shop_id = ${shopId} and affiliate_id = any(${sql.param([...query.affiliateIds])})
      and currency = ${query.currency} and open_minor <> 0
    order by affiliate_id, first_sequence`);
  const answer = new Map<AffiliateId, BalanceLine[]>();
  for (const { line, affiliate, sequence, open, later } of rows) {
    const lines = answer.get(affiliate) ?? [];
    lines.push({
      lineId: line,
      sequence: BigInt(sequence),
      openMinor: BigInt(open),
      laterMinor: BigInt(later),
    });
    answer.set(affiliate, lines);
  }
  return answer;
}

/** Amounts by affiliate that a payout leaves open because of its cutoff (`coverableMinor`). Minor units. */
export async function laterMinorOf(
  db: Db,
  shopId: ShopId,
  query: OfAffiliates,
): Promise<Map<AffiliateId, bigint>> {
  if (query.cutoffAt === null) return new Map();
  const { rows } = await db.execute<{ affiliate: AffiliateId; amount: string }>(sql`
    select line.affiliate_id as affiliate, sum(least(line.open_minor, later.amount))::text as amount
    from (${laterCredits(shopId, query)}) later
      join balance_lines line on line.shop_id = ${shopId} and line.line_id = later.subject
    where line.open_minor > 0 group by line.affiliate_id`);
  return new Map(rows.map((row) => [row.affiliate, BigInt(row.amount)]));
}

/** The part of a line that a payment covers. */
export type NewCovering = {
  readonly paymentId: PaymentId;
  readonly lineId: string;
  readonly amountMinor: bigint;
};

/** Inserts coverings as uncovered. `setCoverings` makes them count. */
export async function insertCoverings(
  tx: Tx,
  shopId: ShopId,
  coverings: readonly NewCovering[],
  at: Date,
): Promise<void> {
  if (coverings.length === 0) return;
  const given = coverings.map(({ paymentId, lineId, amountMinor }) => {
    return { payment: paymentId, line: lineId, amount: amountMinor.toString() };
  });
  await tx.execute(sql`
    insert into payout_coverings (shop_id, payment_id, line_id, amount_minor, state, at)
    select ${shopId}, given.payment, given.line, given.amount, 'uncovered',
      case when given.amount < 0 then coalesce(line.debited_at, line.created_at)
        else ${at.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (payment text collate "C", line text collate "C", amount bigint)
      left join balance_lines line on line.shop_id = ${shopId} and line.line_id = given.line`);
}

export type CoveringMove = { readonly paymentId: PaymentId; readonly state: CoveringState };

const credits = sql.raw("amount > 0");
const sumWhere = (state: CoveringState, sign: SQL) =>
  sql`coalesce(sum(amount) filter (where after = ${state} and ${sign}), 0)
    - coalesce(sum(amount) filter (where before = ${state} and ${sign}), 0)`;

/**
 * Moves the coverings of payments and the lines they cover. Lines are locked in the order of their ids, after the
 * balances, as every posting locks them.
 */
export async function setCoverings(tx: Tx, shopId: ShopId, moves: readonly CoveringMove[]): Promise<void> {
  if (moves.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(moves.map(({ paymentId, state }) => ({ payment: paymentId, state })))}::jsonb)
    as given (payment text collate "C", state text)`;
  await tx.execute(sql`
    select 1 from balance_lines line where line.shop_id = ${shopId} and line.line_id in (
      select covering.line_id from payout_coverings covering join ${given} on covering.payment_id = given.payment
      where covering.shop_id = ${shopId})
    order by line.line_id for update`);
  await tx.execute(sql`
    with moved as (
      update payout_coverings covering set state = given.state
      from ${given} join payout_coverings old on old.shop_id = ${shopId} and old.payment_id = given.payment
      where covering.shop_id = ${shopId} and covering.payment_id = old.payment_id and covering.line_id = old.line_id
        and old.state <> given.state
      returning covering.line_id, covering.amount_minor as amount, old.state as before, covering.state as after
    ), sums as (
      select line_id, ${sumWhere("in_payout", credits)} as in_payout, ${sumWhere("paid", credits)} as paid,
        -(${sumWhere("in_payout", sql`not ${credits}`)}) as deducting,
        -(${sumWhere("paid", sql`not ${credits}`)}) as deducted
      from moved group by line_id
    )
    update balance_lines line set in_payout_minor = in_payout_minor + sums.in_payout,
      paid_minor = paid_minor + sums.paid, deducting_minor = deducting_minor + sums.deducting,
      deducted_minor = deducted_minor + sums.deducted
    from sums where line.shop_id = ${shopId} and line.line_id = sums.line_id`);
}

export type PaymentLine = {
  readonly paymentId: PaymentId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** Zero or below it: a fee that stays kept. */
  readonly amountMinor: bigint;
};

/** M22: gives payments a line of their own, for what they keep or pay beyond the balance. Their start is posted. */
export async function addPaymentLines(
  tx: Tx,
  shopId: ShopId,
  payments: readonly PaymentLine[],
  at: Date,
): Promise<void> {
  if (payments.length === 0) return;
  const given = payments.map(({ paymentId, affiliateId, currency, amountMinor }) => {
    return { payment: paymentId, affiliate: affiliateId, currency, amount: amountMinor.toString() };
  });
  await tx.execute(sql`
    insert into balance_lines as line (shop_id, line_id, kind, affiliate_id, currency, created_at, payable_minor,
      first_sequence, debited_at)
    select ${shopId}, given.payment, 'payment', given.affiliate, given.currency, ${at.toISOString()}, given.amount,
      (select min(sequence) from ledger_entries where shop_id = ${shopId} and subject = given.payment),
      ${at.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (payment text collate "C", affiliate text, currency text, amount bigint)
    order by given.payment
    on conflict (shop_id, line_id) do update set payable_minor = line.payable_minor + excluded.payable_minor,
      debited_at = excluded.debited_at`);
}
