import type { PaymentState } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { paymentBadgeState } from "./payout-words.ts";

type Props = {
  readonly payment: {
    readonly status: PaymentState;
    readonly method: PayoutMethod;
    readonly contradiction: string;
  };
};

/** State of a payment. A payment that the provider contradicts needs attention, whatever its state. */
export function PaymentBadge({ payment }: Props) {
  const status = payment.contradiction === "" ? payment.status : "needs_attention";
  return <StatusBadge of="payment" state={paymentBadgeState(status, payment.method)} />;
}
