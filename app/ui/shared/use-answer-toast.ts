import { useEffect, useRef } from "react";
import { useUiActions } from "../state/ui-provider.tsx";

/** Says once what was done, when the answer to a form says that it was. */
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
