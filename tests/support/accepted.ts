import { isRefusal, type Refusal } from "#app/domain/refusal.ts";

/** An answer that a test counts on not to be a refusal. */
export function accepted<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(answer.reason.code);
  return answer;
}
