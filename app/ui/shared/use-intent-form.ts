import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormRefusal } from "./field-errors.ts";
import { usePostedAnswer } from "./use-posted-answer.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true; readonly link?: string };

/** One form of a page that has several, with its own answer, so that what went wrong in one is not shown at another. */
export function useIntentForm(intent: string, onDone: (answer: Answer & { readonly ok: true }) => void) {
  const fetcher = useFetcher<Answer>();
  const told = useRef<unknown>(null);
  const posted = usePostedAnswer(intent) as Answer | undefined;
  const { data: answer, state } = fetcher;
  useEffect(() => {
    if (answer?.ok !== true || told.current === answer) return;
    told.current = answer;
    onDone(answer);
  }, [answer, onDone]);
  const shown = answer ?? posted;
  return { fetcher, refusal: shown?.ok === false ? shown : null, isBusy: state !== "idle" };
}
