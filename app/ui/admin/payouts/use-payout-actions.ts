import { useFetcher } from "@remix-run/react";
import type { PayoutDetailWire } from "#app/contracts/payout.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { sumText } from "./payout-words.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true; readonly text: string };

/** What follows once nobody has to agree any more. */
const sendings: Readonly<Record<PayoutMethod, string>> = {
  paypal: "It is sent by PayPal at once.",
  store_credit: "It is given as store credit at once.",
  bank: "You make the file for your bank then: nothing is sent by itself.",
  outside: "You write down then what was paid: nothing is sent by itself.",
};

/** What a person can do with a batch as it stands; each is asked for first. */
export function usePayoutActions(payout: PayoutDetailWire, totalMinor: string) {
  const fetcher = useFetcher<Answer>();
  const confirm = useConfirm();
  useAnswerToast<Answer>(fetcher.data, (done) => done.text);
  const post = (intent: string, fields: Record<string, string> = {}) =>
    fetcher.submit({ intent, ...fields }, { method: "post" });
  const isBusy = fetcher.state !== "idle";
  const { status, confirmedBy, approvedBy, needsApproval, planned, method } = payout;
  const isPlanned = status === "planned";

  const confirming = {
    content: "Confirm",
    disabled: isBusy,
    onAction: () =>
      confirm({
        title: `Confirm ${sumText(planned)}?`,
        message: needsApproval
          ? "It is above the amount that you set: a second member of staff has to approve it before it is sent."
          : sendings[method],
        confirmLabel: "Confirm",
        onConfirm: () => post("confirm", { count: String(planned.count), totalMinor }),
      }),
  };
  const approving = {
    content: "Approve",
    disabled: isBusy,
    onAction: () =>
      confirm({
        title: `Approve ${sumText(planned)}?`,
        message: `${confirmedBy ?? "Somebody"} confirmed it. ${sendings[method]}`,
        confirmLabel: "Approve",
        onConfirm: () => post("approve"),
      }),
  };
  const cancelling = {
    content: "Cancel payout",
    destructive: true,
    disabled: isBusy,
    onAction: () =>
      confirm({
        title: `Cancel ${sumText(planned)}?`,
        message: "Nothing was sent. What was set aside is payable again.",
        confirmLabel: "Cancel payout",
        destructive: true,
        onConfirm: () => post("cancel"),
      }),
  };
  const canApprove = isPlanned && needsApproval && confirmedBy !== null && approvedBy === null;
  const first = [
    { can: isPlanned && confirmedBy === null, action: confirming },
    { can: canApprove, action: approving },
  ].find(({ can }) => can);
  return {
    primary: first?.action,
    secondary: isPlanned || status === "planning" ? [cancelling] : [],
    retry: () => post("retry"),
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}
