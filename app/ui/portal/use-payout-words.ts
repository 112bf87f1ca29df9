import type { BadgeProps } from "@shopify/polaris";
import type { OwnPayoutWire, OwnTransferWire } from "#app/contracts/own-payout.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import { useText } from "../texts/texts-provider.tsx";

type Tone = NonNullable<BadgeProps["tone"]>;

export type PayoutWords = {
  readonly label: string;
  readonly tone?: Tone;
  /** Explains the state to the affiliate. */
  readonly text: string;
  /** Says what they can do, where they can do something. */
  readonly advice?: string;
};

const tones: Readonly<Partial<Record<ItemState, Tone>>> = {
  planned: "info",
  sending: "info",
  sent: "info",
  unknown: "attention",
  person: "attention",
  held: "attention",
  unclaimed: "warning",
  settled: "success",
  returned: "warning",
  failed: "warning",
};

const settledTexts = {
  bank: "settledBank",
  store_credit: "settledCredit",
  outside: "settledOutside",
} as const;

/** Describes where a payout is. */
export function usePayoutWords(): (payout: Pick<OwnPayoutWire, "status" | "method">) => PayoutWords {
  const t = useText("portal");
  const states = useText("states");
  return ({ status, method }) => {
    const tone = tones[status];
    const advice = adviceOf(status);
    const isPaid = status === "settled" && method !== "paypal";
    return {
      label: states(`payment.${status}`),
      text: t(`payout.text.${isPaid ? settledTexts[method] : status}`),
      ...(tone && { tone }),
      ...(advice && { advice: t(`payout.advice.${advice}`) }),
    };
  };
}

function adviceOf(status: ItemState): "unclaimed" | "details" | null {
  if (status === "unclaimed") return "unclaimed";
  return status === "returned" || status === "failed" ? "details" : null;
}

/** Describes a ledger entry of a payout. */
export function useTransferText(): (transfer: Pick<OwnTransferWire, "code" | "wasPaid">) => string {
  const t = useText("portal");
  return ({ code, wasPaid }) => {
    switch (code) {
      case "payout_started":
      case "payout_settled":
      case "fee":
        return t(`payout.transfer.${code}`);
      case "payout_returned":
        return t(wasPaid ? "payout.transfer.returnedAfterPaid" : "payout.transfer.returnedUnpaid");
      default:
        return t("payout.transfer.other");
    }
  };
}
