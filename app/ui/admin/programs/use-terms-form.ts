import { useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { useShowFault } from "../../shared/use-show-fault.ts";
import { usePreview } from "./preview/use-preview.ts";
import type { ProgramAnswer } from "./program-answer.ts";
import { useProgramForm, type SavedProgram } from "./use-program-form.ts";

type UseTermsFormInput = {
  readonly saved: SavedProgram;
  readonly answer: ProgramAnswer | undefined;
  /** Null for a program that is not made yet. */
  readonly programId: string | null;
  /** Affiliate of custom terms; null for a program's terms. */
  readonly affiliateId: string | null;
  readonly currency: string;
};

export type TermsFormState = ReturnType<typeof useTermsForm>;

/** A form of terms while it is typed: what was saved beside it, what it would pay, and what is wrong with it. */
export function useTermsForm({ saved, answer, programId, affiliateId, currency }: UseTermsFormInput) {
  const { isJudged, ...typing } = useProgramForm(saved, answer, currency);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const preview = usePreview({ programId, affiliateId, terms: typing.values.terms, currency });
  const plan = answer?.ok === false ? answer.plan : undefined;
  const refusal = answer?.ok === false && !plan ? answer : null;
  useShowFault(form, refusal);
  const judged = isJudged ? (refusal?.errors ?? []) : [];
  return {
    ...typing,
    form,
    isBusy,
    preview,
    refusal,
    plan,
    errors: [...judged, ...preview.errors],
    currency,
  };
}
