import { sql, type SQL } from "drizzle-orm";
import type { DeductionState } from "../domain/commission-state.ts";
import type { AffiliateId, PayoutSectionId, PaymentId, ShopId } from "../domain/ids.ts";
import type { LineKind } from "../domain/ledger/line.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db } from "../platform/db.server.ts";
import { literally } from "./like.ts";
import { paymentsOf } from "./paid-lines.ts";

/** A payment that covers a line, or deducts it. */
export type LinePayment = {
  readonly id: PaymentId;
  readonly sectionId: PayoutSectionId;
  readonly method: PayoutMethod;
  /** When it was paid. Until then, when it was planned. */
  readonly at: Date;
};

export type DeductionRow = {
  /** The line and its deducting payment, or the line and "open". */
  readonly id: string;
  readonly lineId: string;
  readonly kind: LineKind;
  readonly payableMinor: bigint;
  readonly isDebited: boolean;
  readonly affiliateId: AffiliateId;
  readonly affiliateName: string;
  readonly currency: string;
  /** Below zero. */
  readonly amountMinor: bigint;
  readonly state: DeductionState;
  readonly at: Date;
  readonly orderId: string | null;
  readonly orderName: string | null;
  readonly program: { readonly id: string; readonly name: string; readonly version: number } | null;
  readonly isDenied: boolean;
  readonly isMoved: boolean;
  readonly payment: LinePayment | null;
};

export type DeductionFilter = {
  readonly affiliateId?: string | undefined;
  readonly programId?: string | undefined;
  readonly state?: DeductionState | undefined;
  readonly currency?: string | undefined;
  /** Id of a payout, section or payment that deducts them. */
  readonly payoutId?: string | undefined;
  /** False excludes negative adjustments. */
  readonly isAdjustment?: false | undefined;
  readonly search?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};

/**
 * M22: deductions as rows of `line_id`, `payment_id` (null while open), `amount`, `state`, `at` and `id`.
 * Open ones come from the index `balance_lines_to_deduct`, covered ones from `payout_coverings_deductions`.
 */
export function deductionsOf(shopId: ShopId, filter: DeductionFilter): SQL {
  const search = filter.search ? literally(filter.search.trim().replace(/^#/, "")) : "";
  const isAsked = sql.join(
    [
      sql`true`,
      ...(filter.affiliateId ? [sql`line.affiliate_id = ${filter.affiliateId}`] : []),
      ...(filter.isAdjustment === false ? [sql`line.kind <> 'adjustment'`] : []),
      ...(filter.currency ? [sql`line.currency = ${filter.currency}`] : []),
      ...(filter.payoutId ? [sql`deduction.payment_id in (${paymentsOf(shopId, filter.payoutId)})`] : []),
      ...(filter.programId ? [sql`c.program_id = ${filter.programId}`] : []),
      ...(filter.state ? [sql`deduction.state = ${filter.state}`] : []),
      ...(filter.since ? [sql`deduction.at >= ${filter.since.toISOString()}`] : []),
      ...(filter.until ? [sql`deduction.at < ${filter.until.toISOString()}`] : []),
      ...(search ? [sql`(o.name like ${`${search}%`} or o.name like ${`#${search}%`})`] : []),
    ],
    sql` and `,
  );
  return sql`
    select deduction.*, (deduction.line_id || '.' || coalesce(deduction.payment_id, 'open')) collate "C" as id
    from (
      select line_id, null as payment_id, open_minor as amount, 'approved' as state,
        coalesce(debited_at, created_at) as at
      from balance_lines where shop_id = ${shopId} and open_minor < 0
      union all
      select line_id, payment_id, amount_minor, state, at
      from payout_coverings where shop_id = ${shopId} and amount_minor < 0 and state <> 'uncovered'
    ) deduction
      join balance_lines line on line.shop_id = ${shopId} and line.line_id = deduction.line_id
      left join commissions c on c.shop_id = ${shopId} and c.commission_id = line.line_id
      left join orders o on o.shop_id = ${shopId} and o.order_id = c.order_id
    where ${isAsked}`;
}

/** Number of matching deductions, counted up to `cap`. */
export async function countDeductions(
  db: Db,
  shopId: ShopId,
  filter: DeductionFilter,
  cap: number,
): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select 1 from (${deductionsOf(shopId, filter)}) found limit ${cap}) capped`);
  return rows[0]?.total ?? 0;
}

type DeductionColumns = {
  id: string;
  line: string;
  kind: LineKind;
  payable: string;
  affiliate: AffiliateId;
  affiliate_name: string;
  currency: string;
  amount: string;
  state: DeductionState;
  at: string;
  order_id: string | null;
  order_name: string | null;
  program_id: string | null;
  program_name: string | null;
  program_version: number | null;
  debited: boolean;
  denied: boolean;
  moved: boolean;
  payment: PaymentId | null;
  section: PayoutSectionId | null;
  method: PayoutMethod | null;
  paid_at: string | null;
};

/** Deductions by id, with the names of their order, affiliate and program. */
export async function deductionsByIds(
  db: Db,
  shopId: ShopId,
  ids: readonly string[],
  filter: DeductionFilter,
): Promise<DeductionRow[]> {
  if (ids.length === 0) return [];
  // Lines are found by their keys, because the id of a deduction is no column.
  const lineIds = ids.map((id) => id.slice(0, id.indexOf(".")));
  const isAsked = sql`found.line_id = any(${sql.param(lineIds)}) and found.id = any(${sql.param([...ids])})`;
  return await namedDeductions(db, shopId, filter, isAsked);
}

/** Deductions of some lines, the oldest first. */
export async function deductionsOfLines(
  db: Db,
  shopId: ShopId,
  lineIds: readonly string[],
): Promise<DeductionRow[]> {
  if (lineIds.length === 0) return [];
  const rows = await namedDeductions(db, shopId, {}, sql`found.line_id = any(${sql.param([...lineIds])})`);
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

/** Deductions of a payment, the oldest first. */
export async function deductionsOfPayment(
  db: Db,
  shopId: ShopId,
  paymentId: PaymentId,
): Promise<DeductionRow[]> {
  const rows = await namedDeductions(db, shopId, { payoutId: paymentId }, sql`true`);
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

async function namedDeductions(
  db: Db,
  shopId: ShopId,
  filter: DeductionFilter,
  isAsked: SQL,
): Promise<DeductionRow[]> {
  const { rows } = await db.execute<DeductionColumns>(sql`
    select found.id, found.line_id as line, line.kind, line.payable_minor::text as payable,
      line.affiliate_id as affiliate, a.name as affiliate_name, line.currency, found.amount::text as amount, found.state,
      found.at::text as at, line.debited_at is not null as debited, c.order_id, o.name as order_name, c.program_id, p.name as program_name, c.program_version,
      coalesce(c.decision = 'denied', false) as denied,
      coalesce(c.kind = 'order' and o.affiliate_id is distinct from c.affiliate_id and o.affiliate_id is not null, false)
        as moved,
      i.payment_id as payment, i.section_id as section, i.method, coalesce(i.settled_at, i.planned_at)::text as paid_at
    from (${deductionsOf(shopId, filter)}) found
      join balance_lines line on line.shop_id = ${shopId} and line.line_id = found.line_id
      join affiliates a on a.shop_id = ${shopId} and a.affiliate_id = line.affiliate_id
      left join commissions c on c.shop_id = ${shopId} and c.commission_id = found.line_id
      left join orders o on o.shop_id = ${shopId} and o.order_id = c.order_id
      left join programs p on p.shop_id = ${shopId} and p.program_id = c.program_id
      left join payout_payments i on i.shop_id = ${shopId} and i.payment_id = found.payment_id
    where ${isAsked}`);
  return rows.map(deductionRow);
}

function deductionRow(row: DeductionColumns): DeductionRow {
  const { program_id: id, program_name: name, program_version: version } = row;
  const { payment, section, method, paid_at: paidAt } = row;
  return {
    id: row.id,
    lineId: row.line,
    kind: row.kind,
    payableMinor: BigInt(row.payable),
    affiliateId: row.affiliate,
    affiliateName: row.affiliate_name,
    currency: row.currency,
    amountMinor: BigInt(row.amount),
    state: row.state,
    at: new Date(row.at),
    orderId: row.order_id,
    orderName: row.order_name,
    program: id === null || name === null || version === null ? null : { id, name, version },
    isDebited: row.debited,
    isDenied: row.denied,
    isMoved: row.moved,
    payment:
      payment === null || section === null || method === null || paidAt === null
        ? null
        : { id: payment, sectionId: section, method, at: new Date(paidAt) },
  };
}

/**
 * The newest payment of each line: one that pays it, otherwise one that deducts it. Lines without one are
 * missing.
 */
export async function paymentsOfLines(
  db: Db,
  shopId: ShopId,
  lineIds: readonly string[],
): Promise<Map<string, LinePayment>> {
  return await newestPayments(db, shopId, lineIds, sql`true`);
}

/** The newest payment that deducts each line. Lines without one are missing. */
export async function deductingPaymentsOf(
  db: Db,
  shopId: ShopId,
  lineIds: readonly string[],
): Promise<Map<string, LinePayment>> {
  return await newestPayments(db, shopId, lineIds, sql`covering.amount_minor < 0`);
}

async function newestPayments(
  db: Db,
  shopId: ShopId,
  lineIds: readonly string[],
  isAsked: SQL,
): Promise<Map<string, LinePayment>> {
  if (lineIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    line: string;
    payment: PaymentId;
    section: PayoutSectionId;
    method: PayoutMethod;
    at: string;
  }>(sql`
    select distinct on (covering.line_id) covering.line_id as line, i.payment_id as payment, i.section_id as section, i.method,
      coalesce(i.settled_at, i.planned_at)::text as at
    from payout_coverings covering
      join payout_payments i on i.shop_id = covering.shop_id and i.payment_id = covering.payment_id
    where covering.shop_id = ${shopId} and covering.line_id = any(${sql.param([...lineIds])})
      and covering.state <> 'uncovered' and ${isAsked}
    order by covering.line_id, covering.amount_minor < 0, i.planned_at desc, i.payment_id desc`);
  return new Map(
    rows.map(({ line, payment, section, method, at }) => [
      line,
      { id: payment, sectionId: section, method, at: new Date(at) },
    ]),
  );
}
