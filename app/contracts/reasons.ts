import type { Reason } from "#app/domain/refusal-codes.ts";
import { reasonAsText } from "#app/domain/refusal.ts";

/**
 * Messages of checks. Validators carry only text, so a message is a reason as text, which `http/parse.ts` reads. Checks
 * of types, lengths, bounds and choices need no message.
 */
export function because(reason: Reason): string {
  return reasonAsText(reason);
}

export function enter(what: Reason<"value_missing">["what"]): string {
  return because({ code: "value_missing", what });
}

export function choose(what: Reason<"choice_missing">["what"]): string {
  return because({ code: "choice_missing", what });
}

export function wrong(what: Reason<"value_invalid">["what"]): string {
  return because({ code: "value_invalid", what });
}

/** The message for a value that is missing or of another type. Without it, the message would cover lengths and bounds, too. */
export function ofType(message: string) {
  return {
    error: (issue: { readonly code?: string | undefined }) =>
      issue.code === "invalid_type" ? message : undefined,
  };
}
