import type { ManyChanged } from "#app/domain/change-each.ts";
import type { Language } from "#app/domain/languages.ts";
import type { AffiliateReason, Reason } from "#app/domain/refusal-codes.ts";
import type { FieldError, Refusal } from "#app/domain/refusal.ts";
import { messageOf, refusalMessage } from "#app/i18n/fault-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { localeIn } from "#app/i18n/languages.ts";
import { catalogsOf, textsIn } from "#app/i18n/texts.ts";

/** A refusal in words: the body of an API error, and the errors of a form. */
export type RefusalWords = {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly FieldMessage[];
};

export type FieldMessage = { readonly field: string; readonly code: string; readonly message: string };

/** A refusal in a merchant's words. */
export function refusalWords({ reason, errors }: Pick<Refusal, "reason" | "errors">): RefusalWords {
  return { code: reason.code, message: messageOf(reason), errors: errors.map(fieldMessage) };
}

function fieldMessage({ field, reason }: FieldError): FieldMessage {
  return { field, code: reason.code, message: messageOf(reason) };
}

/** A reason in an affiliate's language. A validator's reason may be one that only the API's callers can get. */
export function affiliateMessage(language: Language, reason: Reason): string {
  const known = isForAffiliates(reason) ? reason : ({ code: "not_valid" } as const);
  return refusalMessage(textsIn(language, "refusals"), formatsIn(localeIn(language, [])), known);
}

function isForAffiliates(reason: Reason): reason is AffiliateReason {
  const { codes } = catalogsOf("en", ["refusals"]).refusals;
  const texts: unknown = Object.entries(codes).find(([code]) => code === reason.code)?.[1];
  if (typeof texts !== "object" || texts === null) return texts !== undefined;
  return "what" in reason && reason.what in texts;
}

/** A refusal in an affiliate's language. */
export function affiliateWords(
  language: Language,
  { reason, errors }: Pick<Refusal, "reason" | "errors">,
): RefusalWords {
  const fields = errors.map((error) => ({
    field: error.field,
    code: error.reason.code,
    message: affiliateMessage(language, error.reason),
  }));
  return { code: reason.code, message: affiliateMessage(language, reason), errors: fields };
}

/** The result of changing several things, with the reasons in a merchant's words. */
export function changedWords({ changed, unchanged }: ManyChanged) {
  return { changed, unchanged: unchanged.map((one) => ({ ...one, reason: messageOf(one.reason) })) };
}
