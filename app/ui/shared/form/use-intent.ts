import { useActionData, useFetcher, useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { FormRefusal } from "../error-banner.tsx";

type IntentRefusal = { readonly ok: false } & FormRefusal;
type IntentSuccess = { readonly ok: true; readonly link?: string };

/**
 * Posts one of several forms or buttons of a page, told apart by `intent`, with an answer of its own, so that the error
 * of one is not shown at another. `onDone` is called once for each answer that is no refusal.
 */
export function useIntent<Answer extends IntentRefusal | IntentSuccess = IntentRefusal | IntentSuccess>(
  intent: string,
  onDone: (answer: Extract<Answer, { readonly ok: true }>) => void,
) {
  const fetcher = useFetcher<Answer>();
  const told = useRef<unknown>(null);
  const posted = usePageAnswer(intent) as Answer | undefined;
  const answered = fetcher.data as Answer | undefined;
  useEffect(() => {
    if (!isDone(answered) || told.current === answered) return;
    told.current = answered;
    onDone(answered);
  }, [answered, onDone]);
  const answer = answered ?? posted;
  const refusal: FormRefusal | null = answer?.ok === false ? answer : null;
  return { fetcher, answer, refusal, isBusy: fetcher.state !== "idle" };
}

function isDone<Answer extends IntentRefusal | IntentSuccess>(
  answer: Answer | undefined,
): answer is Extract<Answer, { readonly ok: true }> {
  return answer?.ok === true;
}

/**
 * The action's answer to a form of this page, until the form is sent again or the page is left. A live update loads the
 * page's data again, and the router drops the answer then, so an error would vanish unread. With an `intent`, only the
 * answer to that form, which the browser posted without a script.
 */
export function usePageAnswer<Action>(intent?: string): ReturnType<typeof useActionData<Action>> {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const [kept, setKept] = useState({ answer, key });
  // An answer can arrive before the location gets its new key.
  if (answer !== undefined && (answer !== kept.answer || key !== kept.key)) setKept({ answer, key });
  const shown = answer ?? (kept.key === key ? kept.answer : undefined);
  return intent === undefined || intentOf(shown) === intent ? shown : undefined;
}

/** A refusal gives back what was posted, and the intent with it. */
function intentOf(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return undefined;
  const given = "given" in answer ? answer.given : answer;
  return typeof given === "object" && given !== null && "intent" in given ? given.intent : undefined;
}

/**
 * Id of a thing that a form adds, from the page, so that a form sent twice adds it once. Each load of the page brings a
 * new one, which replaces only an id that was used.
 */
export function useOneTimeId(newId: string) {
  const [id, setId] = useState(newId);
  const [isUsed, setUsed] = useState(false);
  if (isUsed && newId !== id) {
    setId(newId);
    setUsed(false);
  }
  return { id, markUsed: useCallback(() => setUsed(true), []) };
}
