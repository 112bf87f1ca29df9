import { useEffect, useRef } from "react";
import { useUiActions } from "../state/ui-provider.tsx";

/** Shows a toast once for each successful answer to a form. */
export function useAnswerToast<Answer extends { readonly ok: boolean }>(
  answer: Answer | undefined,
  textOf: (done: Extract<Answer, { readonly ok: true }>) => string,
): void {
  const { addToast } = useUiActions();
  const told = useRef<unknown>(null);
  useEffect(() => {
    if (!isDone(answer) || told.current === answer) return;
    told.current = answer;
    addToast({ message: textOf(answer) });
  }, [answer, textOf, addToast]);
}

function isDone<Answer extends { readonly ok: boolean }>(
  answer: Answer | undefined,
): answer is Extract<Answer, { readonly ok: true }> {
  return answer?.ok === true;
}
