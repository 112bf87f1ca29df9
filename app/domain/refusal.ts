/**
 * Reasons for an expected "no". Refusals are returned, never thrown; `http/respond.ts` maps each kind to a
 * status.
 */
export type RefusalKind = "invalid" | "not-found" | "conflict" | "not-possible" | "forbidden" | "unavailable";

export type FieldError = { readonly field: string; readonly message: string };

export type Refusal = {
  readonly refused: RefusalKind;
  /** A sentence for the person who asked. */
  readonly message: string;
  readonly errors: readonly FieldError[];
};

/** Creates a refusal. `field` names the invalid input, if there is one. */
export function refuse(refused: RefusalKind, message: string, field?: string): Refusal {
  return { refused, message, errors: field === undefined ? [] : [{ field, message }] };
}

/** Combines the field errors of two parts of one input. The message is the first one's. */
export function bothRefusals(first: Refusal, second: Refusal): Refusal {
  return { ...first, errors: [...first.errors, ...second.errors] };
}

/** True for a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
