import { useFormAnswer } from "./use-form-answer.ts";

/**
 * The answer to a form of this page that the browser posted without a script, where it was the form of this
 * `intent`; forms that a script posts have their answers to themselves.
 */
export function usePostedAnswer(intent: string): unknown {
  const posted: unknown = useFormAnswer();
  if (typeof posted !== "object" || posted === null) return undefined;
  return intentOf(posted) === intent ? posted : undefined;
}

/** A refusal gives back what was posted, and the intent with it. */
function intentOf(posted: object): unknown {
  const given = "given" in posted ? posted.given : posted;
  return typeof given === "object" && given !== null && "intent" in given ? given.intent : undefined;
}
