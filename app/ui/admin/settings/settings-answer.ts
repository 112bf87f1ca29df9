import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { usePostedAnswer } from "../../shared/use-posted-answer.ts";

/** What the action of the settings page answers. */
export type SettingsAnswer =
  | ({ readonly ok: false } & FormRefusal)
  | { readonly ok: true; readonly intent: "save" | "revoke-key" }
  | { readonly ok: true; readonly intent: "make-key"; readonly text: string };

/** One form of the page with its own answer, so that what went wrong in one is not shown at another. */
export function useSettingsForm(
  intent: "save" | "revoke-key" | "make-key",
  onDone: (answer: SettingsAnswer & { ok: true }) => void,
) {
  const fetcher = useFetcher<SettingsAnswer>();
  const told = useRef<unknown>(null);
  const posted = usePostedAnswer(intent) as SettingsAnswer | undefined;
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.ok !== true || told.current === answer) return;
    told.current = answer;
    onDone(answer);
  }, [answer, onDone]);
  const shown = answer ?? posted;
  const refusal = shown?.ok === false ? shown : null;
  return { fetcher, answer: shown, refusal, isBusy: fetcher.state !== "idle" };
}
