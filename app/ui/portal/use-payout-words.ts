import type { BadgeProps } from "@shopify/polaris";
import type { OwnPayoutWire, OwnLedgerEntryWire } from "#app/contracts/portal.ts";
import type { PaymentState } from "#app/domain/payouts/payment.ts";
import { useText } from "../texts/use-text.ts";

type Tone = NonNullable<BadgeProps["tone"]>;

export type PayoutWords = {
  readonly label: string;
  readonly tone?: Tone;
  /** Explains the state to the affiliate. */
  readonly text: string;
  /** Says what the affiliate can do, if anything. */
  readonly advice?: string;
};

const tones: Readonly<Partial<Record<PaymentState, Tone>>> = {
  planned: "info",
  sending: "info",
  sent: "info",
  checking: "attention",
  needs_attention: "attention",
  in_review: "attention",
  unclaimed: "warning",
  paid: "success",
  returned: "warning",
  failed: "warning",
};

const paidTexts = {
  bank: "paidByBank",
  store_credit: "paidInCredit",
  manual: "paidManually",
} as const;

/** Describes the state of a payout. */
export function usePayoutWords(): (payout: Pick<OwnPayoutWire, "status" | "method">) => PayoutWords {
  const t = useText("portal");
  const states = useText("states");
  return ({ status, method }) => {
    const tone = tones[status];
    const advice = adviceOf(status);
    const isPaid = status === "paid" && method !== "paypal";
    return {
      label: states(`payment.${status}`),
      text: t(`payout.text.${isPaid ? paidTexts[method] : status}`),
      ...(tone && { tone }),
      ...(advice && { advice: t(`payout.advice.${advice}`) }),
    };
  };
}

function adviceOf(status: PaymentState): "unclaimed" | "details" | null {
  if (status === "unclaimed") return "unclaimed";
  return status === "returned" || status === "failed" ? "details" : null;
}

/** Describes a ledger entry of a payout. */
export function useLedgerEntryText(): (transfer: Pick<OwnLedgerEntryWire, "code" | "wasPaid">) => string {
  const t = useText("portal");
  return ({ code, wasPaid }) => {
    switch (code) {
      case "payout_started":
      case "payout_settled":
      case "fee":
        return t(`payout.entry.${code}`);
      case "payout_returned":
        return t(wasPaid ? "payout.entry.returnedAfterPaid" : "payout.entry.returnedUnpaid");
      default:
        return t("payout.entry.other");
    }
  };
}
