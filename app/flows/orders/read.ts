import type { Explanation } from "#app/domain/explanation.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { isReasonCode, reasonText } from "#app/domain/reasons.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import { namesOfAffiliates } from "#app/store/evidence.ts";
import { postedOf, transfersOf } from "#app/store/ledger.ts";
import {
  countOrderRows,
  findOrder,
  listOrderRows,
  type OrderCursor,
  type OrderFilter,
  type OrderRow,
} from "#app/store/orders.ts";

/** An order as lists show it. Amounts are shop money. */
export type ListedOrder = {
  readonly orderId: string;
  readonly name: string;
  readonly placedAt: Date;
  readonly credited: boolean;
  readonly reason: string;
  readonly reasonText: string;
  readonly affiliate: { readonly id: string; readonly name: string } | null;
  readonly programId: string | null;
  readonly net: Money;
  /** What stands of its commissions, pending and released. */
  readonly commission: Money;
};

export type OrderPosting = {
  readonly code: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: Money;
  readonly happenedAt: Date;
  readonly recordedAt: Date;
};

export type OrderDetail = ListedOrder & {
  readonly changedAt: Date;
  readonly explanation: Explanation | null;
  readonly commissions: readonly {
    readonly id: string;
    readonly affiliateId: string;
    readonly holdUntil: Date;
  }[];
  readonly postings: readonly OrderPosting[];
};

/** Counting stops here: further would scan the shop. */
export const orderCountCap = 10_000;

/** Orders of a shop, newest first; `total` is exact below `orderCountCap`. */
export async function listOrders(
  shopId: ShopId,
  page: {
    readonly filter: OrderFilter;
    readonly limit: number;
    readonly offset?: number;
    readonly after?: OrderCursor | undefined;
  },
): Promise<{ orders: ListedOrder[]; total: number }> {
  const rows = await listOrderRows(db(), shopId, page);
  const total = await countOrderRows(db(), shopId, page.filter, orderCountCap);
  return { orders: await listed(shopId, rows), total };
}

/** One order with its explanation and everything that was posted for it. */
export async function getOrder(shopId: ShopId, orderId: string): Promise<OrderDetail | Refusal> {
  const row = /^\d{1,20}$/.test(orderId) ? await findOrder(db(), shopId, orderId) : null;
  if (!row) return refuse("not-found", "Order not found");
  const [summary] = await listed(shopId, [row]);
  if (!summary) return refuse("not-found", "Order not found");
  const commissions = await commissionsOfOrders(db(), shopId, [row.orderId]);
  const transfers = await transfersOf(
    db(),
    shopId,
    commissions.map((one) => one.commissionId),
  );
  return {
    ...summary,
    changedAt: row.changedAt,
    explanation: "lines" in row.explanation ? fromPlain<Explanation>(row.explanation) : null,
    commissions: commissions.map((one) => ({
      id: one.commissionId,
      affiliateId: one.affiliateId,
      holdUntil: one.holdUntil,
    })),
    postings: transfers.map((one) => ({
      code: one.code,
      debit: one.debitAccount,
      credit: one.creditAccount,
      amount: { minor: one.amountMinor, currency: one.currency },
      happenedAt: one.happenedAt,
      recordedAt: one.recordedAt,
    })),
  };
}

async function listed(shopId: ShopId, rows: readonly OrderRow[]): Promise<ListedOrder[]> {
  const commissions = await commissionsOfOrders(
    db(),
    shopId,
    rows.map((row) => row.orderId),
  );
  const posted = await postedOf(
    db(),
    shopId,
    commissions.map((one) => one.commissionId),
  );
  const names = await namesOfAffiliates(
    db(),
    shopId,
    rows.flatMap((row) => (row.affiliateId === null ? [] : [row.affiliateId])),
  );
  return rows.map((row) => {
    const minor = commissions
      .filter((one) => one.orderId === row.orderId)
      .map((one) => posted.get(one.commissionId))
      .reduce((sum, one) => sum + (one ? one.pendingMinor + one.payableMinor : 0n), 0n);
    const name = row.affiliateId === null ? undefined : names.get(row.affiliateId);
    return {
      orderId: row.orderId,
      name: row.name,
      placedAt: row.placedAt,
      credited: row.credited,
      reason: row.reason,
      reasonText: isReasonCode(row.reason) ? reasonText(row.reason) : row.reason,
      affiliate: row.affiliateId === null ? null : { id: row.affiliateId, name: name ?? "" },
      programId: row.programId,
      net: { minor: row.netMinor, currency: row.currency },
      commission: { minor, currency: row.currency },
    };
  });
}
