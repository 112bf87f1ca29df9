import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormRefusal } from "../../shared/field-errors.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };

/** One form of an affiliate's page with its own answer, so that what went wrong in one is not shown at another. */
export function useAffiliateForm(onDone: () => void) {
  const fetcher = useFetcher<Answer>();
  const told = useRef<unknown>(null);
  const { data: answer, state } = fetcher;
  useEffect(() => {
    if (answer?.ok !== true || told.current === answer) return;
    told.current = answer;
    onDone();
  }, [answer, onDone]);
  return { fetcher, refusal: answer?.ok === false ? answer : null, isBusy: state !== "idle" };
}
