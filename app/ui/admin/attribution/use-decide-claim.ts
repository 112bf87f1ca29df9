import { useFetcher } from "@remix-run/react";
import type { ClaimWire } from "#app/contracts/claim.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer } from "../../shared/field-errors.ts";

export type DecidedAnswer = {
  readonly claim: ClaimWire;
  readonly credited: { readonly id: string; readonly name: string } | null;
};

const action = "/dashboard/affiliates/claims";

/** Accepts or declines a claim after a question; what the affiliate is told is written with it. */
export function useDecideClaim() {
  const fetcher = useFetcher<FormAnswer<DecidedAnswer>>();
  const confirm = useConfirm();
  const answer = fetcher.data;

  function ask(claim: ClaimWire, decision: "accept" | "decline"): void {
    const isDecline = decision === "decline";
    confirm({
      title: `${isDecline ? "Decline" : "Accept"} the claim of ${claim.affiliate.name} to ${claim.orderName}?`,
      message: isDecline
        ? "The affiliate reads your answer."
        : "It becomes evidence for the order. Your order of precedence says whether it decides.",
      confirmLabel: isDecline ? "Decline" : "Accept",
      destructive: isDecline,
      note: {
        label: "Answer to the affiliate",
        missing: isDecline ? "Say why it is declined" : null,
      },
      onConfirm: (text) => {
        fetcher.submit({ id: claim.id, decision, answer: text }, { method: "post", action });
      },
    });
  }

  return {
    ask,
    refusal: answer?.ok === false ? answer : null,
    decided: answer?.ok ? answer : null,
    isBusy: fetcher.state !== "idle",
  };
}
