import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Confirmation } from "../../shared/confirm-modal.tsx";
import { formatCount } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type RetryAnswer =
  | { readonly ok: true; readonly retried: number }
  | { readonly ok: true; readonly dismissed: number }
  | { readonly ok: false; readonly message: string };

const action = "/dashboard/settings/health/deliveries";

/** Posts a retry or a dismissal and shows a toast. After a retry, goes to `after` if given. */
export function useRetry(after?: string) {
  const fetcher = useFetcher<RetryAnswer>();
  const { addToast } = useUiActions();
  const navigate = useNavigate();
  const told = useRef<RetryAnswer | null>(null);
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer || told.current === answer) return;
    told.current = answer;
    if (!answer.ok) {
      addToast({ message: answer.message, type: "error" });
      return;
    }
    addToast({ message: doneText(answer) });
    if (after && "retried" in answer) navigate(after);
  }, [answer, addToast, navigate, after]);
  function retry(fields: Record<string, string>) {
    fetcher.submit(fields, { method: "post", action });
  }
  return { retry, isBusy: fetcher.state !== "idle" };
}

function doneText(answer: Extract<RetryAnswer, { ok: true }>): string {
  if ("dismissed" in answer) return "Dismissed. Who did it stands in the history of the settings.";
  return `Trying again: ${formatCount(answer.retried)}. What fails comes back here.`;
}

/** Confirmation before a delivery is dismissed. */
export function dismissal(onConfirm: () => void): Confirmation {
  return {
    title: "Dismiss this delivery?",
    message:
      "Nothing is made of it, and it waits for nobody any more. Your name and the time are kept. An order that it " +
      "told of may still be found by a look for missed orders.",
    confirmLabel: "Dismiss",
    destructive: true,
    onConfirm,
  };
}
