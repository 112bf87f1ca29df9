import { data } from "@remix-run/node";
import type { FieldError } from "#app/domain/refusal.ts";
import { tooManyMessage } from "./rate-limit.ts";

type FormProblemInput = Readonly<Record<string, string | string[]>>;

/** Answer to a refused form. Errors are shown at their fields, and what was typed is kept. */
export type FormProblem = {
  readonly ok: false;
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** The posted values, which a page without scripts would lose. */
  readonly given?: FormProblemInput;
};

/** Answers a refused form; a refusal has the message and the errors. */
export function formProblem(
  { message, errors }: Pick<FormProblem, "message" | "errors">,
  status: number,
  given?: FormProblemInput,
) {
  const body: FormProblem = { ok: false, message, errors, ...(given && { given }) };
  return data(body, { status });
}

/** Answers a form that is posted too often. */
export function tooFast() {
  return formProblem({ message: tooManyMessage, errors: [] }, 429);
}
