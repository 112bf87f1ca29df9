import type { CommissionId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { TransferCode } from "#app/domain/ledger/transfer.ts";
import { toPercent } from "#app/domain/rate.ts";
import type { RatePart } from "#app/domain/rate-parts.ts";
import type { CommissionEventName } from "#app/domain/events.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import type { Posting } from "#app/store/ledger.ts";
import type { NewEvent } from "#app/store/outbox.ts";

type EventCause = {
  /** Commissions that the postings may be about. */
  readonly commissions: readonly CommissionRow[];
  readonly postings: readonly Posting[];
  readonly orderName: string | null;
  /** Reason code of domain/reasons.ts: why the order is credited as it is. */
  readonly reason: string | null;
  /** The percentages that a new commission consists of. */
  readonly parts?: readonly RatePart[];
};

/** Events of postings about orders' commissions: one for each commission and kind of change. */
export function commissionEvents(
  name: CommissionEventName,
  code: TransferCode,
  cause: EventCause,
): NewEvent[] {
  return cause.commissions
    .filter((one) => one.kind === "order")
    .flatMap((commission) => {
      const amountMinor = movedBy(cause.postings, code, commission.commissionId);
      return amountMinor === 0n ? [] : [eventOf(name, { ...cause, commission, amountMinor })];
    });
}

function movedBy(postings: readonly Posting[], code: TransferCode, commissionId: CommissionId): bigint {
  return postings
    .filter((one) => one.code === code && one.subject.id === commissionId)
    .reduce((sum, one) => sum + one.amountMinor, 0n);
}

function eventOf(
  name: CommissionEventName,
  {
    commission,
    amountMinor,
    orderName,
    reason,
    parts = [],
  }: Pick<EventCause, "orderName" | "reason" | "parts"> & {
    readonly commission: CommissionRow;
    readonly amountMinor: bigint;
  },
): NewEvent {
  const { commissionId, affiliateId, programId, orderId, currency } = commission;
  const onWire = (minor: bigint) => ({ amount: toDecimal({ minor, currency }), currencyCode: currency });
  const of = { subjectId: commissionId, affiliateId };
  const amount = onWire(amountMinor);
  const payload = { commissionId, affiliateId, programId, orderId, orderName, amount, reason };
  if (name !== "commission.created") return { name, ...of, payload };
  const calculation = parts.map(({ rateBps, eligibleMinor }) => ({
    percent: toPercent(rateBps),
    eligible: onWire(eligibleMinor),
  }));
  return { name, ...of, payload: { ...payload, calculation } };
}
