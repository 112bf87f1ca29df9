import { useFetcher } from "@remix-run/react";
import type { FormAnswer } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { payoutsUrl } from "./payout-words.ts";

/** Posts what a person does with a payout: confirm, cancel, or try again. */
export function usePayoutForm(payoutId: string) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  return {
    post: (fields: Record<string, string>) =>
      fetcher.submit(fields, { method: "post", action: `${payoutsUrl}/${payoutId}` }),
    isBusy: fetcher.state !== "idle",
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}

export type PayoutFormPost = ReturnType<typeof usePayoutForm>;

type Shown = {
  readonly method: string;
  readonly currency: string;
  readonly planned: { readonly count: number };
};

/** A section as the form of a confirmation names it. */
export function expectedText({ method, currency, planned }: Shown, totalMinor: string): string {
  return `${method} ${currency} ${planned.count} ${totalMinor}`;
}
