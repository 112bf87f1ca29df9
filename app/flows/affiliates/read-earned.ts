import {
  type CommissionKind,
  type CommissionStanding,
  commissionState,
  type CommissionState,
  reversedReason,
} from "#app/domain/commission-state.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Posted } from "#app/domain/ledger/entries.ts";
import type { Money } from "#app/domain/money.ts";
import { isReasonCode, type ReasonCode, reasonText } from "#app/domain/reasons.ts";
import { db } from "#app/platform/db.server.ts";
import {
  listCommissionRows,
  type CommissionCursor,
  type NamedCommission,
} from "#app/store/commission-list.ts";
import { postedOf } from "#app/store/ledger.ts";

/** A commission as its affiliate may see it: nothing of the customer, nothing of another affiliate. */
export type EarnedCommission = {
  readonly commissionId: string;
  readonly kind: CommissionKind;
  /** The order that earned it, or that reached the bonus. */
  readonly order: { readonly id: string; readonly name: string } | null;
  /** The day of the order, or the instant at which a bonus or an addition by hand was made. */
  readonly earnedAt: Date;
  /** What stands of it now. */
  readonly amount: Money;
  readonly state: CommissionState;
  readonly reason: string;
  /** Null while the hold has not begun. */
  readonly holdUntil: Date | null;
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
  const commissions = shown.map((row) => earnedOf(row, posted.get(row.commission.commissionId)));
  const last = rows.length > limit ? shown.at(-1)?.commission : undefined;
  const next = last ? { createdAt: last.createdAt, commissionId: last.commissionId } : null;
  return { commissions, next };
}

function earnedOf(row: NamedCommission, posted: Posted | undefined): EarnedCommission {
  const { commission } = row;
  const { kind, decision, affiliateId, releasedAt, orderId } = commission;
  const minor = posted ? posted.pendingMinor + posted.payableMinor : 0n;
  const standing: CommissionStanding = {
    kind,
    decision,
    affiliateId,
    releasedAt,
    orderReason: row.orderReason,
    creditedTo: row.orderCreditedTo,
    postedMinor: minor,
  };
  const state = commissionState(standing);
  return {
    commissionId: commission.commissionId,
    kind,
    order: orderId === null ? null : { id: orderId, name: row.orderName ?? orderId },
    earnedAt: (kind === "order" ? row.orderPlacedAt : null) ?? commission.createdAt,
    amount: { minor, currency: commission.currency },
    state,
    reason: reasonOf(state, standing),
    holdUntil: commission.holdUntil,
  };
}

function reasonOf(state: CommissionState, standing: CommissionStanding): string {
  const code = codeOf(state, standing);
  return isReasonCode(code) ? reasonText(code) : code;
}

function codeOf(state: CommissionState, standing: CommissionStanding): string {
  if (state === "denied") return "denied-by-hand" satisfies ReasonCode;
  if (state === "held") return "held-by-hand" satisfies ReasonCode;
  if (state === "reversed") return reversedReason(standing);
  if (standing.kind === "manual") return "added-by-hand" satisfies ReasonCode;
  if (standing.kind === "bonus") return "bonus-reached" satisfies ReasonCode;
  return standing.orderReason ?? "";
}
