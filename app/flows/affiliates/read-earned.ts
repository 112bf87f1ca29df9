import {
  adjustmentState,
  commissionState,
  type CommissionState,
  type EntryKind,
  isCovered,
  reversedReason,
  stateAmounts,
  type StateAmounts,
} from "#app/domain/commission-state.ts";
import { deductionCode, type EarnedWhy } from "#app/domain/deduction.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { ruleWhy } from "#app/domain/fraud/rules.ts";
import type { LineKind } from "#app/domain/ledger/line.ts";
import type { Money } from "#app/domain/money.ts";
import { isReasonCode, type ReasonCode } from "#app/domain/reasons.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { waitsForApproval } from "#app/domain/release.ts";
import type { Db } from "#app/platform/db.server.ts";
import { listOtherLines, type OtherLine } from "#app/store/balance-lines.ts";
import {
  commissionsByIds,
  listCommissionRows,
  listEntryKeys,
  type NamedCommission,
} from "#app/store/commission-list.ts";
import { commissionsOfOrders } from "#app/store/commissions.ts";
import {
  type AdjustmentWithOrder,
  adjustmentsWithOrder,
  lastDeciders,
  listAdjustments,
} from "#app/store/decisions.ts";
import {
  deductionsByIds,
  deductionsOfLines,
  type DeductionRow,
  type LinePayment,
  paymentsOfLines,
} from "#app/store/deductions.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";

export type EarnedKind = EntryKind | Exclude<LineKind, "commission">;

/** An entry of an affiliate's balance, without customer, notes or other affiliates. */
export type EarnedEntry = {
  /** Id of the commission, other line or deduction. */
  readonly id: string;
  readonly kind: EarnedKind;
  /** The order that earned it or reached the bonus, or whose commission was adjusted. */
  readonly order: { readonly id: string; readonly name: string } | null;
  /** The day of the order, or the instant at which any other entry was created. */
  readonly earnedAt: Date;
  /** Current amount. Adjustments and deductions can be below zero. */
  readonly amount: Money;
  readonly state: CommissionState;
  readonly why: EarnedWhy;
  /** Null while the approval period has not begun, and for entries without one. */
  readonly approvesAt: Date | null;
  /** The newest payment that pays or deducts it. */
  readonly payment: LinePayment | null;
};

/** The last entry shown: its creation and its id. */
export type EarnedCursor = { readonly at: Date; readonly id: string };
type EarnedPageQuery = { readonly limit: number; readonly after?: EarnedCursor | undefined };
type DatedEarning = { readonly at: Date; readonly earned: EarnedEntry };

/**
 * One page of an affiliate's commissions, adjustments, write-offs, opening balances and deductions, newest first. Their
 * amounts add up to the balance and the payments (M22). A negative adjustment is listed once, as an adjustment.
 */
export async function readEarned(
  shopId: ShopId,
  affiliateId: AffiliateId,
  page: EarnedPageQuery,
  now: Date,
): Promise<{ earned: EarnedEntry[]; next: EarnedCursor | null } | Refusal> {
  const { after } = page;
  const limit = page.limit + 1;
  const position = after && { createdAt: after.at, commissionId: after.id };
  const read = await readWithin(thisList, async (tx) => {
    const rows = await listCommissionRows(tx, shopId, {
      filter: { affiliateId },
      now,
      limit,
      after: position,
    });
    const adjusted = await listAdjustments(tx, shopId, { affiliateId, limit, after });
    const asked = { affiliateId, isAdjustment: false } as const;
    const keys = await listEntryKeys(tx, shopId, {
      commissions: null,
      deductions: asked,
      limit,
      offset: 0,
      after: position,
      now,
    });
    const ids = keys.map((one) => one.id);
    const deducted = await deductionsByIds(tx, shopId, ids, asked);
    const others = await listOtherLines(tx, shopId, { affiliateId, limit, after });
    return await datedEarnings(tx, shopId, { rows, adjusted, deducted, others }, now);
  });
  if (isRefusal(read)) return read;
  const { shown, last } = cutPage(read, page.limit);
  return { earned: shown.map((one) => one.earned), next: last ? { at: last.at, id: last.earned.id } : null };
}

/** An affiliate's commissions of an order, newest first, with their deductions and adjustments. */
export async function readEarnedOfOrder(
  shopId: ShopId,
  affiliateId: AffiliateId,
  { orderId, now }: { readonly orderId: string; readonly now: Date },
): Promise<EarnedEntry[] | Refusal> {
  const read = await readWithin(thisList, async (tx) => {
    const commissions = await commissionsOfOrders(tx, shopId, [orderId]);
    const own = commissions.filter((one) => one.affiliateId === affiliateId);
    const ids = own.map((one) => one.commissionId);
    const rows = await commissionsByIds(tx, shopId, ids);
    const adjusted = await adjustmentsWithOrder(tx, shopId, ids);
    const deducted = await deductionsOfLines(tx, shopId, ids);
    return await datedEarnings(tx, shopId, { rows, adjusted, deducted, others: [] }, now);
  });
  return isRefusal(read) ? read : read.map((one) => one.earned);
}

type EarningRows = {
  readonly rows: readonly NamedCommission[];
  readonly adjusted: readonly AdjustmentWithOrder[];
  readonly deducted: readonly DeductionRow[];
  readonly others: readonly OtherLine[];
};

/** Sorts entries newest first, and at the same instant by id. */
async function datedEarnings(
  tx: Db,
  shopId: ShopId,
  { rows, adjusted, deducted, others }: EarningRows,
  now: Date,
): Promise<DatedEarning[]> {
  const stopped = rows.filter(({ commission }) => ["held", "denied"].includes(commission.decision ?? ""));
  const stoppedIds = stopped.map((row) => row.commission.commissionId);
  const deciders = await lastDeciders(tx, shopId, stoppedIds);
  const payments = await paymentsOfLines(tx, shopId, [
    ...rows.map((row) => row.commission.commissionId),
    ...adjusted.map((row) => row.adjustment.adjustmentId),
    ...others.map((line) => line.lineId),
  ]);
  const paymentOf = (lineId: string) => payments.get(lineId) ?? null;
  return [
    ...rows.map((row): DatedEarning => {
      const { commissionId, createdAt } = row.commission;
      const flagKind = deciders.get(commissionId)?.flagKind ?? null;
      return {
        at: createdAt,
        earned: earnedFromCommission(row, { payment: paymentOf(commissionId), flagKind }, now),
      };
    }),
    ...adjusted.map((row): DatedEarning => {
      const { adjustmentId, at } = row.adjustment;
      return { at, earned: earnedFromAdjustment(row, paymentOf(adjustmentId)) };
    }),
    ...others.map((line): DatedEarning => ({
      at: line.createdAt,
      earned: earnedFromOther(line, paymentOf(line.lineId)),
    })),
    ...deducted.map((row): DatedEarning => ({ at: row.at, earned: earnedFromDeduction(row) })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.earned.id < b.earned.id ? 1 : -1));
}

function earnedFromAdjustment(
  { adjustment, line, orderId, orderName }: AdjustmentWithOrder,
  payment: LinePayment | null,
): EarnedEntry {
  const { adjustmentId, amountMinor: minor, currency, at } = adjustment;
  return {
    id: adjustmentId,
    kind: "adjustment",
    order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
    earnedAt: at,
    amount: { minor, currency },
    state: adjustmentState(line),
    why: { code: minor > 0n ? "balance-added" : "balance-taken" },
    approvesAt: null,
    payment,
  };
}

const otherReasons = {
  write_off: "balance-written-off",
  opening_balance: "balance-imported",
  payment: "balance-returned",
} as const satisfies Record<OtherLine["kind"], EarnedWhy["code"]>;

const undecided = { decision: null, waitsForApproval: false };

function earnedFromOther(line: OtherLine, payment: LinePayment | null): EarnedEntry {
  const amounts = stateAmounts(line);
  return {
    id: line.lineId,
    kind: line.kind,
    order: null,
    earnedAt: line.createdAt,
    amount: { minor: currentAmount(amounts), currency: line.currency },
    state: line.pendingMinor < 0n ? "pending" : commissionState({ ...undecided, line }),
    why: { code: otherReasons[line.kind] },
    approvesAt: null,
    payment: isCovered(amounts) ? payment : null,
  };
}

type EarningContext = { readonly payment: LinePayment | null; readonly flagKind: string | null };

function earnedFromCommission(
  row: NamedCommission,
  { payment, flagKind }: EarningContext,
  now: Date,
): EarnedEntry {
  const { commission } = row;
  const { kind, decision, orderId } = commission;
  const state = commissionState({ decision, waitsForApproval: waitsForApproval(row, now), line: row.line });
  const amounts = stateAmounts(row.line);
  return {
    id: commission.commissionId,
    kind,
    order: orderId === null ? null : { id: orderId, name: row.orderName ?? orderId },
    earnedAt: (kind === "order" ? row.orderPlacedAt : null) ?? commission.createdAt,
    amount: { minor: currentAmount(amounts), currency: commission.currency },
    state,
    why: { code: isStopped(state) && flagKind !== null ? ruleWhy(flagKind) : earnedReason(state, row) },
    approvesAt: commission.approvesAt,
    payment: isCovered(amounts) ? payment : null,
  };
}

function currentAmount({ pendingMinor, approvedMinor, inPayoutMinor, paidMinor }: StateAmounts): bigint {
  return pendingMinor + approvedMinor + inPayoutMinor + paidMinor;
}

function isStopped(state: CommissionState): boolean {
  return state === "on_hold" || state === "denied";
}

function earnedFromDeduction(row: DeductionRow): EarnedEntry {
  const { orderId, orderName } = row;
  return {
    id: row.id,
    kind: "deduction",
    order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
    earnedAt: row.at,
    amount: { minor: row.amountMinor, currency: row.currency },
    state: row.state,
    why: { code: deductionCode(row), order: orderName },
    approvesAt: null,
    payment: row.payment,
  };
}

function earnedReason(state: CommissionState, row: NamedCommission): ReasonCode | "older-reason" {
  const code = earnedReasonCode(state, row);
  return isReasonCode(code) ? code : "older-reason";
}

function earnedReasonCode(state: CommissionState, { commission, ...order }: NamedCommission): string {
  const { kind, affiliateId } = commission;
  const { orderReason, orderCreditedTo: creditedTo } = order;
  if (state === "denied") return "denied-by-hand" satisfies ReasonCode;
  if (state === "on_hold") return "held-by-hand" satisfies ReasonCode;
  if (state === "reversed") return reversedReason({ kind, affiliateId, orderReason, creditedTo });
  if (kind === "manual") return "added-by-hand" satisfies ReasonCode;
  if (kind === "bonus") return "bonus-reached" satisfies ReasonCode;
  return orderReason ?? "";
}
