import type { CommissionState } from "#app/domain/commission-state.ts";
import type { CommissionDetailWire, CommissionWire } from "./commission.ts";
import { postingToWire, reasonToWire, type TransferToWrite } from "./order-to-wire.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type CommissionViewToWrite = {
  readonly commission: {
    readonly commissionId: string;
    readonly orderId: string;
    readonly affiliateId: string;
    readonly programId: string;
    readonly programVersion: number;
    readonly currency: string;
    readonly createdAt: Date;
    readonly holdUntil: Date;
    readonly releasedAt: Date | null;
  };
  readonly orderName: string;
  readonly affiliateName: string;
  readonly programName: string;
  readonly state: CommissionState;
  readonly reason: string;
  readonly posted: { readonly pendingMinor: bigint; readonly payableMinor: bigint };
};

/** A commission as the API and the screens show it. */
export function commissionToWire(view: CommissionViewToWrite): CommissionWire {
  const { commission, posted } = view;
  const money = (minor: bigint) => moneyToWire(minor, commission.currency);
  return {
    id: commission.commissionId,
    status: view.state,
    reason: reasonToWire(view.reason),
    order: { id: commission.orderId, name: view.orderName },
    affiliate: { id: commission.affiliateId, name: view.affiliateName },
    program: { id: commission.programId, name: view.programName, version: commission.programVersion },
    amount: money(posted.pendingMinor + posted.payableMinor),
    pending: money(posted.pendingMinor),
    payable: money(posted.payableMinor),
    holdUntil: commission.holdUntil.toISOString(),
    releasedAt: instantOrNull(commission.releasedAt),
    createdAt: commission.createdAt.toISOString(),
  };
}

/** The same with its postings. */
export function commissionDetailToWire(found: {
  readonly commission: CommissionViewToWrite;
  readonly transfers: readonly TransferToWrite[];
}): CommissionDetailWire {
  const commission = commissionToWire(found.commission);
  const names = new Map([[commission.affiliate.id, commission.affiliate.name]]);
  return { ...commission, postings: found.transfers.map((one) => postingToWire(one, names)) };
}
