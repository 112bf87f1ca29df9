import { useFetcher } from "@remix-run/react";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { payoutsUrl } from "./payout-words.ts";

export const stepsUrl = "/dashboard/payouts/steps";

/** Posts actions on files, requests and payments. The page reloads afterwards. */
export function usePayoutStep() {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  return {
    post: (fields: Record<string, string>) => fetcher.submit(fields, { method: "post", action: stepsUrl }),
    isBusy: fetcher.state !== "idle",
    /** Success message, once the page has reloaded. */
    done: fetcher.state === "idle" && fetcher.data?.ok === true ? fetcher.data : null,
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}

/** Posts actions on a payout: confirm, cancel or retry. */
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

type ConfirmedSection = {
  readonly method: string;
  readonly currency: string;
  readonly planned: { readonly count: number };
};

/** A section as a confirmation posts it. */
export function expectedText({ method, currency, planned }: ConfirmedSection, totalMinor: string): string {
  return `${method} ${currency} ${planned.count} ${totalMinor}`;
}
