import { Badge } from "@shopify/polaris";
import type { PaymentState } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import type { BadgeLook } from "../../shared/status-badge.tsx";
import { stateName } from "./payout-words.ts";

const looks: Readonly<Record<PaymentState, BadgeLook>> = {
  planned: { tone: "info", progress: "incomplete" },
  sending: { tone: "info", progress: "partiallyComplete" },
  checking: { tone: "info" },
  sent: { tone: "info", progress: "partiallyComplete" },
  in_review: { tone: "attention" },
  unclaimed: { tone: "attention" },
  needs_attention: { tone: "warning" },
  paid: { tone: "success", progress: "complete" },
  returned: {},
  failed: { tone: "critical" },
  canceled: {},
};

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
  return <Badge {...looks[status]}>{stateName(status, payment.method)}</Badge>;
}
