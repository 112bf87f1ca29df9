import { isIdOf, type PaymentId, type ShopId } from "../domain/ids.ts";
import type { LineKind } from "../domain/ledger/line.ts";
import type { Money } from "../domain/money.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { and, eq, isNotNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { isOneOf } from "./many-rows.ts";
import type { StatementLineRow } from "./provider-statements.ts";
import { payoutCoverings } from "./schema/balance-lines.ts";
import { commissions } from "./schema/orders.ts";
import { statementLines } from "./schema/provider-statements.ts";

/**
 * Locked until the transaction ends. Of two statements that report one payout, the second sees the result of
 * the first.
 */
export async function lockComparing(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' statements', 0))`);
}

const {
  shopId: ofShop,
  statementId,
  number,
  identity,
  match,
  paymentId,
  outcome,
  resolution,
} = statementLines;

/** Lines of all statements that report one of these payouts as paid. */
export async function paidLines(db: Db, shopId: ShopId, paymentIds: readonly PaymentId[]) {
  if (paymentIds.length === 0) return [];
  return db
    .select({ paymentId, statementId, number, identity, match, resolution })
    .from(statementLines)
    .where(
      and(eq(ofShop, shopId), isOneOf(paymentId, paymentIds), eq(outcome, "paid"), ne(match, "waiting")),
    );
}

/** Another line of the same payment whose difference was already adjusted, or null. */
export async function adjustedLine(db: Db, line: StatementLineRow) {
  const { shopId, identity: known, paymentId: about } = line;
  if (known === "" || about === null) return null;
  const rows = await db
    .select({ statementId, number })
    .from(statementLines)
    .where(
      and(
        eq(ofShop, shopId),
        eq(paymentId, about),
        eq(identity, known),
        eq(outcome, line.outcome),
        isOneOf(resolution, ["adjust", "exchange"]),
      ),
    );
  return rows.find((one) => one.statementId !== line.statementId || one.number !== line.number) ?? null;
}

/**
 * Ids of the payments of a payout, of one of its sections, or of one payment. None for an id of another kind.
 */
export function paymentsOf(shopId: ShopId, id: string): SQL {
  const payments = sql`select payment_id from payout_payments where shop_id = ${shopId}`;
  if (isIdOf("payment", id)) return sql`${payments} and payment_id = ${id}`;
  if (isIdOf("payoutSection", id)) return sql`${payments} and section_id = ${id}`;
  if (!isIdOf("payout", id)) return sql`${payments} and false`;
  return sql`${payments} and section_id in (
    select section_id from payout_sections where shop_id = ${shopId} and payout_id = ${id})`;
}

/** How many commissions and deductions each of some payments covers. A payment without one is not there. */
export async function countCovered(
  db: Db,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, number>> {
  const { paymentId: payment, shopId: shop, lineId, amountMinor, state } = payoutCoverings;
  const itsCommission = and(eq(commissions.shopId, shop), eq(commissions.commissionId, sql`${lineId}`));
  const rows = await db
    .select({ payment, count: sql<number>`count(*)::int` })
    .from(payoutCoverings)
    .leftJoin(commissions, itsCommission)
    .where(
      and(
        eq(shop, shopId),
        isOneOf(payment, paymentIds),
        ne(state, "uncovered"),
        or(lt(amountMinor, 0n), isNotNull(commissions.commissionId)),
      ),
    )
    .groupBy(payment);
  return new Map(rows.map((row) => [row.payment, row.count]));
}

/** A line that a payment covers, as the payment's page lists it. */
export type CoveredLine = {
  readonly id: string;
  readonly kind: LineKind;
  readonly order: { readonly id: string; readonly name: string } | null;
  /** Negative for a deduction. */
  readonly amount: Money;
};

/**
 * The lines that a payment covers, deductions first and then by the time of their credit, with their number.
 */
export async function coveredLines(
  db: Db,
  shopId: ShopId,
  ofPayment: string,
  limit: number,
): Promise<{ readonly lines: CoveredLine[]; readonly total: number }> {
  const { rows } = await db.execute<{
    line: string;
    kind: LineKind;
    order_id: string | null;
    order_name: string | null;
    amount: string;
    currency: string;
    total: number;
  }>(sql`
    select covering.line_id as line, line.kind, o.order_id, o.name as order_name, covering.amount_minor::text as amount,
      line.currency,
      (count(*) over ())::int as total
    from payout_coverings covering
      join balance_lines line on line.shop_id = covering.shop_id and line.line_id = covering.line_id
      left join commissions c on c.shop_id = covering.shop_id and c.commission_id = covering.line_id
      left join orders o on o.shop_id = covering.shop_id and o.order_id = c.order_id
    where covering.shop_id = ${shopId} and covering.payment_id = ${ofPayment}
    order by covering.amount_minor > 0, line.first_sequence limit ${limit}`);
  const lines = rows.map((row) => ({
    id: row.line,
    kind: row.kind,
    order: row.order_id === null ? null : { id: row.order_id, name: row.order_name ?? row.order_id },
    amount: { minor: BigInt(row.amount), currency: row.currency },
  }));
  return { lines, total: rows[0]?.total ?? 0 };
}
