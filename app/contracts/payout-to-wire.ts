import type { Actor } from "#app/domain/actor.ts";
import type { LineKind } from "#app/domain/ledger/line.ts";
import type { BatchStatus } from "#app/domain/payouts/batch.ts";
import { type NotPaidReason, notPaidTexts, type Pay } from "#app/domain/payouts/eligible.ts";
import { feeCap } from "#app/domain/payouts/fees.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { transferToWire } from "./ledger-to-wire.ts";
import type {
  PayoutDetailWire,
  PayoutHoldWire,
  PayoutItemDetailWire,
  PayoutItemWire,
  PayoutPreviewWire,
  PayoutWire,
} from "./payout.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type BatchToWrite = {
  readonly batchId: string;
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly status: BatchStatus;
  readonly scheduleKey: string;
  readonly cutoffAt: Date | null;
  readonly chosen: readonly string[] | null;
  readonly itemCount: number;
  readonly totalMinor: bigint;
  readonly expectedCount: number | null;
  readonly expectedMinor: bigint | null;
  readonly needsApproval: boolean;
  readonly createdBy: Actor;
  readonly createdAt: Date;
  readonly confirmedBy: Actor | null;
  readonly confirmedAt: Date | null;
  readonly approvedBy: Actor | null;
  readonly approvedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly error: string;
};

export function payoutToWire(batch: BatchToWrite): PayoutWire {
  const { currency, expectedCount, expectedMinor } = batch;
  const isExpected = expectedCount !== null && expectedMinor !== null;
  return {
    id: batch.batchId,
    method: batch.method,
    currency,
    status: batch.status,
    schedule: batch.scheduleKey === "" ? null : batch.scheduleKey.slice(0, 10),
    cutoffAt: instantOrNull(batch.cutoffAt),
    chosen: batch.chosen?.length ?? null,
    planned: { count: batch.itemCount, total: moneyToWire(batch.totalMinor, currency) },
    expected: isExpected ? { count: expectedCount, total: moneyToWire(expectedMinor, currency) } : null,
    needsApproval: batch.needsApproval,
    createdBy: batch.createdBy.name,
    createdAt: batch.createdAt.toISOString(),
    confirmedBy: batch.confirmedBy?.name ?? null,
    confirmedAt: instantOrNull(batch.confirmedAt),
    approvedBy: batch.approvedBy?.name ?? null,
    approvedAt: instantOrNull(batch.approvedAt),
    finishedAt: instantOrNull(batch.finishedAt),
    error: batch.error,
  };
}

type StateToWrite = { readonly status: string; readonly count: number; readonly totalMinor: bigint };

type NotPaidToWrite = {
  readonly reason: NotPaidReason;
  readonly count: number;
  readonly payableMinor: bigint;
};

type DetailToWrite = {
  readonly batch: BatchToWrite;
  readonly states: readonly StateToWrite[];
  readonly leftOut: readonly NotPaidToWrite[];
};

/** A batch with how many of its items are in each state, and whom it left out. */
export function payoutDetailToWire({ batch, states, leftOut }: DetailToWrite): PayoutDetailWire {
  const sums = states.map(({ status, count, totalMinor }) => ({
    status,
    count,
    total: moneyToWire(totalMinor, batch.currency),
  }));
  return { ...payoutToWire(batch), states: sums, leftOut: leftOut.map(notPaidToWire(batch.currency)) };
}

const notPaidToWire =
  (currency: string) =>
  ({ reason, count, payableMinor }: NotPaidToWrite) => ({
    reason,
    text: notPaidTexts[reason],
    count,
    payable: moneyToWire(payableMinor, currency),
  });

type ItemToWrite = {
  readonly itemId: string;
  readonly batchId: string;
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  readonly feeMinor: bigint;
  readonly status: ItemState;
  readonly receiver: string;
  readonly reason: string;
  readonly contradiction: string;
  readonly providerItemId: string;
  readonly providerTransactionId: string;
  readonly providerStatus: string;
  readonly plannedAt: Date;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
  readonly closedAt: Date | null;
};

export function payoutItemToWire(item: ItemToWrite): PayoutItemWire {
  const money = (minor: bigint) => moneyToWire(minor, item.currency);
  return {
    id: item.itemId,
    payout: item.batchId,
    affiliate: { id: item.affiliateId, name: item.affiliateName },
    method: item.method,
    amount: money(item.amountMinor),
    withheld: money(item.withheldMinor),
    fee: money(item.feeMinor),
    status: item.status,
    receiver: item.receiver,
    reason: item.reason,
    contradiction: item.contradiction,
    provider: {
      itemId: item.providerItemId,
      transactionId: item.providerTransactionId,
      status: item.providerStatus,
    },
    plannedAt: item.plannedAt.toISOString(),
    sentAt: instantOrNull(item.sentAt),
    settledAt: instantOrNull(item.settledAt),
    closedAt: instantOrNull(item.closedAt),
  };
}

type RowToWrite = Parameters<typeof transferToWire>[0]["row"];

type CoveredLineToWrite = {
  readonly lineId: string;
  readonly kind: LineKind;
  readonly orderId: string | null;
  readonly orderName: string | null;
  readonly amountMinor: bigint;
};

/** An item with what it covers and its transfers, in the order of posting. */
export function payoutItemDetailToWire(
  item: ItemToWrite,
  transfers: readonly RowToWrite[],
  covers: { readonly lines: readonly CoveredLineToWrite[]; readonly total: number },
): PayoutItemDetailWire {
  const { affiliateName, currency } = item;
  return {
    ...payoutItemToWire(item),
    covers: {
      lines: covers.lines.map(({ lineId, kind, orderId, orderName, amountMinor }) => ({
        id: lineId,
        kind,
        order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
        amount: moneyToWire(amountMinor, currency),
      })),
      total: covers.total,
    },
    transfers: transfers.map((row) => transferToWire({ row, affiliateName })),
  };
}

type JudgedToWrite = {
  readonly payee: {
    readonly affiliateId: string;
    readonly name: string;
    readonly email: string;
    readonly payableMinor: bigint;
    readonly details: { readonly masked: string } | null;
  };
  readonly pay: Pay | NotPaidReason;
};
type PreviewToWrite = {
  readonly totals: {
    readonly count: number;
    readonly amountMinor: bigint;
    readonly withheldMinor: bigint;
    readonly feeMinor: bigint;
    readonly fundingMinor: bigint;
    readonly notPaid: readonly NotPaidToWrite[];
  };
  readonly rows: readonly JudgedToWrite[];
  readonly total: number;
};
type Asked = {
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly cutoffAt: Date | null;
  readonly page: number;
  readonly limit: number;
};

export function payoutPreviewToWire(
  { totals, rows, total }: PreviewToWrite,
  asked: Asked,
): PayoutPreviewWire {
  const { method, currency, cutoffAt, page, limit } = asked;
  const money = (minor: bigint) => moneyToWire(minor, currency);
  const cap = feeCap(method, currency);
  return {
    method,
    currency,
    cutoffAt: instantOrNull(cutoffAt),
    totals: {
      count: totals.count,
      total: money(totals.amountMinor),
      withheld: money(totals.withheldMinor),
      estimatedFees: money(totals.feeMinor),
      feeCap: cap === null ? null : money(cap),
      funding: money(totals.fundingMinor),
      notPaid: totals.notPaid.map(notPaidToWire(currency)),
    },
    affiliates: rows.map((row) => judgedToWire(row, currency)),
    pagination: { page, limit, total },
  };
}

export function judgedToWire(
  { payee, pay }: JudgedToWrite,
  currency: string,
): PayoutPreviewWire["affiliates"][number] {
  const money = (minor: bigint) => moneyToWire(minor, currency);
  const isPaid = typeof pay !== "string";
  return {
    affiliate: { id: payee.affiliateId, name: payee.name, email: payee.email },
    payable: money(payee.payableMinor),
    amount: isPaid ? money(pay.amountMinor) : null,
    withheld: isPaid ? money(pay.withheldMinor) : null,
    estimatedFee: isPaid ? money(pay.feeMinor) : null,
    reason: isPaid ? null : pay,
    text: isPaid ? "" : notPaidTexts[pay],
    receiver: payee.details?.masked ?? "",
  };
}

export function payoutHoldToWire(
  hold: { readonly note: string; readonly by: Actor; readonly since: Date } | null,
): PayoutHoldWire {
  return {
    held: hold !== null,
    note: hold?.note ?? "",
    by: hold?.by.name ?? null,
    since: instantOrNull(hold?.since ?? null),
  };
}
