import { useState } from "react";
import type { ProgramAnswer } from "./program-answer.ts";
import { programFields, valuesGiven, type ProgramField, type ProgramValues } from "./program-values.ts";

/** What the server has: the values and the revision that they are of; null for a program that is not made yet. */
export type SavedProgram = { readonly values: ProgramValues; readonly revision: number | null };

/**
 * What is typed, beside what was saved. While nothing is typed the form follows the server; once something is, it
 * keeps the revision that the person saw, so that another's change meanwhile is a conflict and not overwritten.
 */
export function useProgramForm(saved: SavedProgram, answer: ProgramAnswer | undefined) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(() =>
    valuesGiven(answer?.ok === false ? answer.given : undefined, saved.values),
  );
  const [heard, setHeard] = useState(answer);
  const isDirty = !same(values, base.values);

  function adopt(): void {
    setBase(saved);
    setValues(saved.values);
  }

  if (answer !== heard) {
    setHeard(answer);
    if (answer?.ok) {
      setBase({ values: answer.intent === "save" ? values : base.values, revision: answer.revision });
    }
  } else if (!isDirty && saved.revision !== base.revision) {
    adopt();
  }

  return {
    values,
    revision: base.revision,
    isDirty,
    set: (change: Partial<Record<ProgramField, string>>) => setValues((before) => ({ ...before, ...change })),
    /** Back to what the server has. */
    discard: adopt,
  };
}

function same(a: ProgramValues, b: ProgramValues): boolean {
  return programFields.every((name) => a[name] === b[name]);
}
