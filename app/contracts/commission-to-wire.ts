import {
  type CommissionKind,
  type CommissionState,
  type DeductionState,
  isPartlyPaid,
  type StateAmounts,
} from "#app/domain/commission-state.ts";
import type { CommissionDecision, DecisionKind } from "#app/domain/decision.ts";
import { type DeductedLine, deductionReason } from "#app/domain/deduction.ts";
import { flagKindName, ruleText } from "#app/domain/fraud/rules.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isReasonCode, type ReasonCode, reasonText } from "#app/domain/reasons.ts";
import type {
  AdjustmentWire,
  CommissionDetailWire,
  CommissionEntryWire,
  CommissionWire,
  DeductionWire,
} from "./commission.ts";
import { postingToWire, type TransferToWrite } from "./posting-to-wire.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type PaymentToWrite = {
  readonly itemId: string;
  readonly batchId: string;
  readonly method: PayoutMethod;
  readonly at: Date;
};

function paymentToWire(payment: PaymentToWrite | null): CommissionWire["payment"] {
  if (payment === null) return null;
  const { itemId, batchId, method, at } = payment;
  return { id: itemId, sectionId: batchId, method, at: at.toISOString() };
}

type DeductionToWrite = DeductedLine & {
  readonly id: string;
  readonly lineId: string;
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly state: DeductionState;
  readonly at: Date;
  readonly orderId: string | null;
  readonly program: { readonly id: string; readonly name: string; readonly version: number } | null;
  readonly payment: PaymentToWrite | null;
};

function deductionToWire(row: DeductionToWrite): DeductionWire {
  const { orderId, orderName } = row;
  return {
    id: row.id,
    kind: "deduction",
    status: row.state,
    reason: { code: "deduction", text: deductionReason(row) },
    commissionId: row.kind === "commission" ? row.lineId : null,
    order: orderId === null ? null : { id: orderId, name: orderName ?? orderId },
    affiliate: { id: row.affiliateId, name: row.affiliateName },
    program: row.program,
    amount: moneyToWire(row.amountMinor, row.currency),
    payment: paymentToWire(row.payment),
    createdAt: row.at.toISOString(),
  };
}

export type EntryToWrite = CommissionViewToWrite | DeductionToWrite;

/** Row of the commission list. */
export function entryToWire(entry: EntryToWrite): CommissionEntryWire {
  return "lineId" in entry ? deductionToWire(entry) : commissionToWire(entry);
}

type CommissionViewToWrite = {
  readonly commission: {
    readonly commissionId: string;
    readonly kind: CommissionKind;
    readonly orderId: string | null;
    readonly affiliateId: string;
    readonly programId: string;
    readonly programVersion: number;
    readonly currency: string;
    readonly createdAt: Date;
    readonly holdUntil: Date | null;
    readonly releasedAt: Date | null;
  };
  readonly orderName: string | null;
  readonly affiliateName: string;
  readonly programName: string;
  readonly state: CommissionState;
  readonly reason: string;
  readonly decidedBy: { readonly name: string; readonly flagKind: string | null } | null;
  readonly amounts: StateAmounts;
  readonly payment: PaymentToWrite | null;
  readonly open: readonly CommissionDecision[];
};

/** A commission as the API and the screens show it. */
function commissionToWire(view: CommissionViewToWrite): CommissionWire {
  const { commission, amounts, state } = view;
  const { pendingMinor, approvedMinor, inPayoutMinor, paidMinor } = amounts;
  const money = (minor: bigint) => moneyToWire(minor, commission.currency);
  const { orderId } = commission;
  return {
    id: commission.commissionId,
    kind: commission.kind,
    status: state,
    reason: { ...reasonToWire(view.reason), ...decidedText(view) },
    rule: ruleToWire(view.decidedBy?.flagKind ?? null),
    order: orderId === null ? null : { id: orderId, name: view.orderName ?? orderId },
    affiliate: { id: commission.affiliateId, name: view.affiliateName },
    program: { id: commission.programId, name: view.programName, version: commission.programVersion },
    amount: money(pendingMinor + approvedMinor + inPayoutMinor + paidMinor),
    pending: money(pendingMinor),
    approved: money(approvedMinor),
    inPayout: money(inPayoutMinor),
    paid: money(paidMinor),
    isPartlyPaid: isPartlyPaid(state, amounts),
    payment: paymentToWire(view.payment),
    holdUntil: instantOrNull(commission.holdUntil),
    releasedAt: instantOrNull(commission.releasedAt),
    createdAt: commission.createdAt.toISOString(),
    open: [...view.open],
  };
}

/** Reason for a hold or denial: the fraud rule, or the person who holds it. */
function decidedText({ reason, decidedBy }: CommissionViewToWrite): { text?: string } {
  if (decidedBy === null) return {};
  if (decidedBy.flagKind !== null) return { text: ruleText(decidedBy.flagKind) };
  return reason === ("held-by-hand" satisfies ReasonCode) ? { text: `Held by ${decidedBy.name}` } : {};
}

function ruleToWire(kind: string | null): CommissionWire["rule"] {
  return kind === null ? null : { kind, name: flagKindName(kind) };
}

type AdjustmentToWrite = {
  readonly adjustmentId: string;
  readonly affiliateId: string;
  readonly commissionId: string | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly note: string;
  readonly actorName: string;
  readonly at: Date;
};

/** A manual adjustment. */
export function adjustmentToWire(row: AdjustmentToWrite): AdjustmentWire {
  return {
    id: row.adjustmentId,
    affiliateId: row.affiliateId,
    commissionId: row.commissionId,
    amount: moneyToWire(row.amountMinor, row.currency),
    note: row.note,
    by: row.actorName,
    at: row.at.toISOString(),
  };
}

type DecisionToWrite = {
  readonly decisionId: string;
  readonly kind: DecisionKind;
  readonly note: string;
  readonly details: Record<string, unknown>;
  readonly actorName: string;
  readonly at: Date;
};

/** A commission with its ledger entries, decisions and adjustments. */
export function commissionDetailToWire(found: {
  readonly commission: CommissionViewToWrite;
  readonly transfers: readonly TransferToWrite[];
  readonly decisions: readonly DecisionToWrite[];
  readonly adjustments: readonly AdjustmentToWrite[];
  readonly added: { readonly details: Record<string, unknown>; readonly actorName: string } | null;
}): CommissionDetailWire {
  const commission = commissionToWire(found.commission);
  const names = new Map([[commission.affiliate.id, commission.affiliate.name]]);
  return {
    ...commission,
    postings: found.transfers.map((one) => postingToWire(one, names, [found.commission.commission])),
    decisions: found.decisions.map((one) => ({
      id: one.decisionId,
      kind: one.kind,
      note: one.note,
      to: newPartyOf(one.details),
      by: one.actorName,
      at: one.at.toISOString(),
    })),
    adjustments: found.adjustments.map(adjustmentToWire),
    added: found.added && { note: noteOf(found.added.details), by: found.added.actorName },
  };
}

function noteOf({ note }: Record<string, unknown>): string {
  return typeof note === "string" ? note : "";
}

/** A reason code with its text. Codes of older app versions have no text and show as they are. */
export function reasonToWire(code: string): { code: string; text: string } {
  return { code, text: isReasonCode(code) ? reasonText(code) : code };
}

/** The affiliate of a reassignment, by the name they had then. */
export function newPartyOf({ affiliateId, affiliateName }: Record<string, unknown>) {
  if (typeof affiliateId !== "string") return null;
  return { id: affiliateId, name: typeof affiliateName === "string" ? affiliateName : affiliateId };
}
