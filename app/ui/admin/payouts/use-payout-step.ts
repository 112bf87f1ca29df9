import { useFetcher } from "@remix-run/react";
import type { FormAnswer } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";

export const stepsUrl = "/dashboard/payouts/steps";

/** Posts what a person does with parts of a batch and with payments; the page is loaded again afterwards. */
export function usePayoutStep() {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  return {
    post: (fields: Record<string, string>) => fetcher.submit(fields, { method: "post", action: stepsUrl }),
    isBusy: fetcher.state !== "idle",
    /** The answer that it was done, once the page is loaded again. */
    done: fetcher.state === "idle" && fetcher.data?.ok === true ? fetcher.data : null,
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}
