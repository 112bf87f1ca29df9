import type { LineKind } from "#app/domain/ledger/line.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type MoneyWire = { readonly amount: string; readonly currencyCode: string };

/** A payment as its affiliate sees it, without provider ids and information for the store's staff. */
export type OwnPayoutWire = {
  readonly id: string;
  readonly amount: MoneyWire;
  /** Part of the fee that the affiliate bears. Null when there is none. */
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

/** A ledger entry of a payment on the affiliate's accounts. */
export type OwnTransferWire = {
  readonly id: string;
  readonly code: string;
  readonly amount: MoneyWire;
  readonly at: string;
  /** True when a payment came back after it had arrived. */
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

/** A commission or deduction that a payment covers. */
export type OwnPayoutLineWire = {
  readonly id: string;
  readonly kind: LineKind;
  readonly order: { readonly id: string; readonly name: string } | null;
  /** Negative for a deduction. */
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

/** The next payout as an affiliate can expect it. */
export type PayoutOutlookWire = {
  /** Day in the shop's time zone, "2026-12-01". Null when the store pays without a schedule. */
  readonly nextDay: string | null;
  readonly minimums: readonly MoneyWire[];
  /** Receiving account. Null while no details are in effect. */
  readonly account: MaskedAccountWire | null;
  /** Details exist that are not in effect yet. */
  readonly isWaiting: boolean;
};
