import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { LineKind } from "../domain/ledger/line.ts";
import type { Db } from "../platform/db.server.ts";

/** A line that a payment covers, as its page lists it. */
export type CoveredLine = {
  readonly lineId: string;
  readonly kind: LineKind;
  readonly orderId: string | null;
  readonly orderName: string | null;
  /** Below zero it is deducted. */
  readonly amountMinor: bigint;
};

/** The lines that a payment covers, deductions first and then as they were credited, and how many there are. */
export async function coveredLines(
  db: Db,
  shopId: ShopId,
  itemId: string,
  limit: number,
): Promise<{ readonly lines: CoveredLine[]; readonly total: number }> {
  const { rows } = await db.execute<{
    line: string;
    kind: LineKind;
    order_id: string | null;
    order_name: string | null;
    amount: string;
    total: number;
  }>(sql`
    select covering.line_id as line, line.kind, o.order_id, o.name as order_name, covering.amount_minor::text as amount,
      (count(*) over ())::int as total
    from payout_coverings covering
      join balance_lines line on line.shop_id = covering.shop_id and line.line_id = covering.line_id
      left join commissions c on c.shop_id = covering.shop_id and c.commission_id = covering.line_id
      left join orders o on o.shop_id = covering.shop_id and o.order_id = c.order_id
    where covering.shop_id = ${shopId} and covering.item_id = ${itemId}
    order by covering.amount_minor > 0, line.first_sequence limit ${limit}`);
  const lines = rows.map((row) => ({
    lineId: row.line,
    kind: row.kind,
    orderId: row.order_id,
    orderName: row.order_name,
    amountMinor: BigInt(row.amount),
  }));
  return { lines, total: rows[0]?.total ?? 0 };
}
