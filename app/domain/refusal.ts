import type { AffiliateReason, Reason } from "./refusal-codes.ts";

/**
 * Expected "no"s. Refusals are returned, never thrown. `http/respond.ts` maps each kind to a status, and
 * `http/refusal-words.ts` writes the reason in words.
 */
export type RefusalKind = "invalid" | "not-found" | "conflict" | "not-possible" | "forbidden" | "unavailable";

/** An invalid input, by its path ("terms.rate"). */
export type FieldError<Why extends Reason = Reason> = { readonly field: string; readonly reason: Why };

export type Refusal<Why extends Reason = Reason> = {
  readonly refused: RefusalKind;
  readonly reason: Why;
  readonly errors: readonly FieldError<Why>[];
};

/** A refusal that an affiliate can get: the portal has a text for it in each language. */
export type AffiliateRefusal = Refusal<AffiliateReason>;

/** Creates a refusal. `field` names the invalid input, if there is one. */
export function refuse<const Why extends Reason>(
  refused: RefusalKind,
  reason: Why,
  field?: string,
): Refusal<Why> {
  return { refused, reason, errors: field === undefined ? [] : [{ field, reason }] };
}

/** The refusal of an input with these errors, or null without any. Its reason is the first error's. */
export function refuseFields(errors: readonly FieldError[]): Refusal | null {
  const [first] = errors;
  return first ? { refused: "invalid", reason: first.reason, errors } : null;
}

/** Combines the field errors of two parts of one input. The reason is the first one's. */
export function bothRefusals(first: Refusal, second: Refusal): Refusal {
  return { ...first, errors: [...first.errors, ...second.errors] };
}

/** True for a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}

/** A reason as text: for a column, and as the message of a validator, which can carry nothing else. */
export function reasonAsText(reason: Reason): string {
  return JSON.stringify(reason);
}

/** Reads `reasonAsText`. Other texts, such as the answer of another system, are no reasons. */
export function readReason(text: string): Reason | null {
  return text.startsWith('{"code":') ? (JSON.parse(text) as Reason) : null;
}
