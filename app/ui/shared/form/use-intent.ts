import { useActionData, useFetcher, useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { FormRefusal } from "../error-banner.tsx";

type IntentRefusal = { readonly ok: false } & FormRefusal;
type IntentSuccess = { readonly ok: true; readonly link?: string };

/**
 * Posts one of several forms or buttons of a page, identified by `intent`. Each has its own answer, so that its error
 * is not shown at another one. `onDone` is called once per successful answer.
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
 * Answer of the page's action, kept until the form is posted again or the page is left. On a live update the router
 * drops it, and an error would vanish unread. With an `intent`, only the answer to that form, posted without
 * JavaScript.
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

/** A refusal contains the posted values, including the intent. */
function intentOf(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return undefined;
  const given = "given" in answer ? answer.given : answer;
  return typeof given === "object" && given !== null && "intent" in given ? given.intent : undefined;
}

/**
 * Id of the item that a form adds, so that a form posted twice adds one. Each load of the page brings a new id, which
 * replaces only a used one.
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
