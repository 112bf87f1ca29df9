import { useCallback } from "react";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

export type EndQuestion = { readonly title: string; readonly message: string };

/** Ends what points to an affiliate, after a question. `done` is said then. */
export function useEnd(done: string) {
  const confirm = useConfirm();
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: done }), [addToast, done]);
  const { fetcher, refusal, isBusy } = useIntentForm("end", onDone);
  function end(id: string, question: EndQuestion): void {
    confirm({
      ...question,
      confirmLabel: "End",
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "end", id }, { method: "post" }),
    });
  }
  return { end, refusal, isBusy };
}
