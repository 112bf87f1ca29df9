import type { Refusal } from "#app/domain/refusal.ts";

/** The code of a refusal with its case: "commission_state.already_denied". */
export function whyOf({ reason }: Pick<Refusal, "reason">): string {
  return "what" in reason ? `${reason.code}.${reason.what}` : reason.code;
}
