import type { LineKind } from "#app/domain/ledger/line.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { instantOrNull, moneyToWire } from "./wire.ts";

type MoneyWire = { readonly amount: string; readonly currencyCode: string };

/** A payout as its affiliate sees it: no provider's ids, nothing that only the store's staff decides by. */
export type OwnPayoutWire = {
  readonly id: string;
  readonly amount: MoneyWire;
  /** What the affiliate bears of the fee; null where nothing. */
  readonly fee: MoneyWire | null;
  readonly method: PayoutMethod;
  readonly receiver: string;
  readonly status: ItemState;
  readonly plannedAt: string;
  readonly sentAt: string | null;
  readonly settledAt: string | null;
};

type PayoutToWrite = {
  readonly itemId: string;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  readonly currency: string;
  readonly method: PayoutMethod;
  readonly receiver: string;
  readonly status: ItemState;
  readonly plannedAt: Date;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
};

export function ownPayoutToWire(payout: PayoutToWrite): OwnPayoutWire {
  const { itemId, amountMinor, withheldMinor, currency, method, receiver, status } = payout;
  return {
    id: itemId,
    amount: moneyToWire(amountMinor, currency),
    fee: withheldMinor > 0n ? moneyToWire(withheldMinor, currency) : null,
    method,
    receiver,
    status,
    plannedAt: payout.plannedAt.toISOString(),
    sentAt: instantOrNull(payout.sentAt),
    settledAt: instantOrNull(payout.settledAt),
  };
}

/** One movement of money of a payout, on the affiliate's own accounts. */
export type OwnTransferWire = {
  readonly id: string;
  readonly code: string;
  readonly amount: MoneyWire;
  readonly at: string;
  /** True where money that had arrived came back. */
  readonly wasPaid: boolean;
};

type TransferToWrite = {
  readonly transferId: string;
  readonly code: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debitAccount: string;
  readonly recordedAt: Date;
};

export function ownTransferToWire(transfer: TransferToWrite): OwnTransferWire {
  return {
    id: transfer.transferId,
    code: transfer.code,
    amount: moneyToWire(transfer.amountMinor, transfer.currency),
    at: transfer.recordedAt.toISOString(),
    wasPaid: transfer.debitAccount.startsWith("paid:"),
  };
}

/** A commission or deduction that a payout covers. */
export type OwnPayoutLineWire = {
  readonly id: string;
  readonly kind: LineKind;
  readonly order: { readonly id: string; readonly name: string } | null;
  /** Below zero it is deducted. */
  readonly amount: MoneyWire;
};

type LineToWrite = {
  readonly lineId: string;
  readonly kind: LineKind;
  readonly orderId: string | null;
  readonly orderName: string | null;
  readonly amountMinor: bigint;
};

export function ownPayoutLineToWire(line: LineToWrite, currency: string): OwnPayoutLineWire {
  const { lineId, kind, orderId, orderName, amountMinor } = line;
  return {
    id: lineId,
    kind,
    order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
    amount: moneyToWire(amountMinor, currency),
  };
}

/** An account as its owner may see it. */
export type MaskedAccountWire = { readonly method: PayoutMethod; readonly account: string };

/** What an affiliate may expect of the next payout. */
export type PayoutOutlookWire = {
  /** "2026-12-01" of the shop's calendar; null where the store decides when it pays. */
  readonly nextDay: string | null;
  readonly minimums: readonly MoneyWire[];
  /** Where it goes; null while no details hold. */
  readonly account: MaskedAccountWire | null;
  /** Details were entered that do not hold yet. */
  readonly isWaiting: boolean;
};
