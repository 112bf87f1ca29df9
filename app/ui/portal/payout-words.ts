import type { BadgeProps } from "@shopify/polaris";
import type { OwnPayoutWire, OwnTransferWire } from "#app/contracts/own-payout.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";

type Words = {
  readonly label: string;
  readonly tone?: NonNullable<BadgeProps["tone"]>;
  /** What it means for the affiliate. */
  readonly text: string;
  /** What they can do; nothing where there is nothing to do. */
  readonly advice?: string;
};

const checked: Words = {
  label: "Being checked",
  tone: "attention",
  text: "The store does not know yet whether it has arrived, and looks into it. It is not sent twice.",
};
const sent: Words = { label: "On its way", tone: "info", text: "The money is on its way to you." };
const back = "The money is on your balance again, and is paid with the next payout.";
const lookAtDetails = "Look whether your payout details are right, and enter others if not.";

const words: Readonly<Record<ItemState, Words>> = {
  planned: { label: "Being prepared", tone: "info", text: "The store is preparing this payout." },
  sending: sent,
  sent,
  unknown: checked,
  person: checked,
  held: {
    label: "On hold",
    tone: "attention",
    text: "The payment provider looks at this payment before it hands it out. This may take some days.",
  },
  unclaimed: {
    label: "Waits for you",
    tone: "warning",
    text: "The payment provider knows no confirmed account for this address. What is not claimed within 30 days comes back to your balance.",
    advice: "Open a PayPal account with this address, or add the address to yours and confirm it.",
  },
  settled: { label: "Paid", tone: "success", text: "The money has been paid to you." },
  returned: { label: "Came back", tone: "warning", text: back, advice: lookAtDetails },
  failed: {
    label: "Not paid",
    tone: "warning",
    text: `It could not be paid. ${back}`,
    advice: lookAtDetails,
  },
  cancelled: { label: "Not sent", text: `It was taken back before it was sent. ${back}` },
};

/** Where a payout stands, in the affiliate's words. */
export function payoutWords({ status, method }: Pick<OwnPayoutWire, "status" | "method">): Words {
  if (status !== "settled") return words[status];
  if (method === "bank") {
    return {
      ...words.settled,
      text: "The money was sent to your bank. Banks may take some days to show it.",
    };
  }
  if (method === "store_credit") {
    return {
      ...words.settled,
      text: "The money was added to your store credit. You can use it at the checkout.",
    };
  }
  return method === "outside"
    ? { ...words.settled, text: "The store says that it has paid you." }
    : words.settled;
}

/** What a transfer of a payout did, in the affiliate's words. */
export function transferText({ code, wasPaid }: Pick<OwnTransferWire, "code" | "wasPaid">): string {
  const texts: Readonly<Record<string, string>> = {
    payout_started: "Set aside from your balance for this payout",
    payout_settled: "Paid to you",
    payout_returned: wasPaid
      ? "Came back after it was paid, and is on your balance again"
      : "Not paid, and on your balance again",
    fee: "Your part of the provider's fee, taken from your balance",
  };
  return texts[code] ?? code;
}
