/** What the business refuses, and why. Returned, never thrown; `http/respond.ts` maps each kind to a status. */
export type RefusalKind = "invalid" | "not-found" | "conflict" | "not-possible" | "forbidden" | "unavailable";

export type FieldError = { readonly field: string; readonly message: string };

export type Refusal = {
  readonly refused: RefusalKind;
  /** A sentence for the person who asked. */
  readonly message: string;
  readonly errors: readonly FieldError[];
};

/** Makes a refusal; `field` names the input that is wrong, where one is. */
export function refuse(refused: RefusalKind, message: string, field?: string): Refusal {
  return { refused, message, errors: field === undefined ? [] : [{ field, message }] };
}

/** What is wrong in two parts of one input, told at once; the first one's sentence stands for both. */
export function bothRefusals(first: Refusal, second: Refusal): Refusal {
  return { ...first, errors: [...first.errors, ...second.errors] };
}

/** Tells a refusal from an answer. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
