import { commissionState, type CommissionState } from "#app/domain/commission-state.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { isReasonCode, reasonText } from "#app/domain/reasons.ts";
import { db } from "#app/platform/db.server.ts";
import { listCommissionRows, type CommissionCursor, type NamedCommission } from "#app/store/commissions.ts";
import { postedOf } from "#app/store/ledger.ts";

/** A commission as its affiliate may see it: nothing of the customer, nothing of another affiliate. */
export type EarnedCommission = {
  readonly commissionId: string;
  readonly orderId: string;
  readonly orderName: string;
  readonly orderedAt: Date;
  /** What stands of it now. */
  readonly amount: Money;
  readonly state: CommissionState;
  readonly reason: string;
  readonly holdUntil: Date;
};

type Page = { readonly limit: number; readonly after?: CommissionCursor | undefined };

/** One page of an affiliate's commissions, newest first, each with what the books hold for it. */
export async function readEarned(
  shopId: ShopId,
  affiliateId: AffiliateId,
  page: Page,
): Promise<{ commissions: EarnedCommission[]; next: CommissionCursor | null }> {
  const { limit, after } = page;
  const rows = await listCommissionRows(db(), shopId, { filter: { affiliateId }, limit: limit + 1, after });
  const shown = rows.slice(0, limit);
  const posted = await postedOf(
    db(),
    shopId,
    shown.map((row) => row.commission.commissionId),
  );
  const commissions = shown.map((row) => {
    const { commission } = row;
    const standing = posted.get(commission.commissionId) ?? { pendingMinor: 0n, payableMinor: 0n };
    return {
      commissionId: commission.commissionId,
      orderId: commission.orderId,
      orderName: row.orderName,
      orderedAt: row.orderPlacedAt,
      amount: { minor: standing.pendingMinor + standing.payableMinor, currency: commission.currency },
      state: stateOf(row),
      reason: reasonOf(row),
      holdUntil: commission.holdUntil,
    };
  });
  const last = rows.length > limit ? shown.at(-1)?.commission : undefined;
  const next = last ? { createdAt: last.createdAt, commissionId: last.commissionId } : null;
  return { commissions, next };
}

function stateOf(row: NamedCommission): CommissionState {
  const { affiliateId, releasedAt } = row.commission;
  const { orderReason, orderCreditedTo: creditedTo } = row;
  return commissionState({ orderReason, creditedTo, affiliateId, releasedAt });
}

/** Where the order is credited to someone else now, its own reason would speak of them. */
function reasonOf({ orderReason, orderCreditedTo, commission }: NamedCommission): string {
  const isElsewhere = orderCreditedTo !== null && orderCreditedTo !== commission.affiliateId;
  if (isElsewhere) return reasonText("outranked");
  return isReasonCode(orderReason) ? reasonText(orderReason) : orderReason;
}
