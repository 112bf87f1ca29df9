import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { isReasonCode, type ReasonCode, reasonText } from "#app/domain/reasons.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { mayRelease } from "#app/domain/release.ts";
import { db } from "#app/platform/db.server.ts";
import {
  type CommissionCursor,
  type CommissionFilter,
  countCommissionRows,
  findCommission,
  listCommissionRows,
  type NamedCommission,
} from "#app/store/commissions.ts";
import { postedOf, transfersOf } from "#app/store/ledger.ts";

/** A commission as lists show it. */
export type ListedCommission = {
  readonly commissionId: string;
  readonly orderId: string;
  readonly orderName: string;
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly programId: string;
  readonly programVersion: number;
  readonly createdAt: Date;
  readonly placedAt: Date;
  readonly holdUntil: Date;
  readonly releasedAt: Date | null;
  /** `pending` while something waits, `payable` once released, `reversed` when nothing stands. */
  readonly state: "pending" | "payable" | "reversed";
  readonly pending: Money;
  readonly payable: Money;
  /** Why it stands as it does: of the order while nothing stands, of the release while it waits. */
  readonly reason: string;
  readonly reasonText: string;
};

export const commissionCountCap = 10_000;

/** Commissions of a shop, newest first; filter by affiliate or program. `total` is exact below the cap. */
export async function listCommissions(
  shopId: ShopId,
  page: {
    readonly filter: CommissionFilter;
    readonly limit: number;
    readonly now: Date;
    readonly offset?: number;
    readonly after?: CommissionCursor | undefined;
  },
): Promise<{ commissions: ListedCommission[]; total: number }> {
  const rows = await listCommissionRows(db(), shopId, page);
  const total = await countCommissionRows(db(), shopId, page.filter, commissionCountCap);
  return { commissions: await listed(shopId, rows, page.now), total };
}

/** One commission with its transfers in the order of posting. */
export async function getCommission(shopId: ShopId, commissionId: string, now: Date) {
  const row = await findCommission(db(), shopId, commissionId);
  const [summary] = row ? await listed(shopId, [row], now) : [];
  if (!summary) return refuse("not-found", "Commission not found") satisfies Refusal;
  const transfers = await transfersOf(db(), shopId, [commissionId]);
  return { ...summary, transfers };
}

async function listed(
  shopId: ShopId,
  rows: readonly NamedCommission[],
  now: Date,
): Promise<ListedCommission[]> {
  const posted = await postedOf(
    db(),
    shopId,
    rows.map((row) => row.commission.commissionId),
  );
  return rows.map((row) => {
    const { commission } = row;
    const { pendingMinor = 0n, payableMinor = 0n } = posted.get(commission.commissionId) ?? {};
    const { currency } = commission;
    const state = stateOf(pendingMinor, payableMinor);
    const reason = state === "reversed" ? row.orderReason : releaseReason(row, { state, now });
    return {
      commissionId: commission.commissionId,
      orderId: commission.orderId,
      orderName: row.orderName,
      affiliateId: commission.affiliateId,
      affiliateName: row.affiliateName,
      programId: commission.programId,
      programVersion: commission.programVersion,
      createdAt: commission.createdAt,
      placedAt: row.orderPlacedAt,
      holdUntil: commission.holdUntil,
      releasedAt: commission.releasedAt,
      state,
      pending: { minor: pendingMinor, currency },
      payable: { minor: payableMinor, currency },
      reason,
      reasonText: isReasonCode(reason) ? reasonText(reason) : reason,
    };
  });
}

function stateOf(pendingMinor: bigint, payableMinor: bigint): ListedCommission["state"] {
  if (pendingMinor > 0n) return "pending";
  return payableMinor === 0n ? "reversed" : "payable";
}

function releaseReason(row: NamedCommission, at: { state: string; now: Date }): ReasonCode {
  if (at.state === "payable") return "release-due";
  return mayRelease({
    facts: fromPlain<OrderFacts>(row.orderFacts),
    affiliateStatus: row.affiliateStatus,
    isHeld: false,
    earnedAt: row.commission.holdUntil.toISOString(),
    holdDays: 0,
    now: at.now.toISOString(),
  }).reason;
}
