import type { z } from "zod";
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

/** Message of an error for which the contract names no reason. The validator's own messages are for programmers. */
export function usualMessage(issue: z.core.$ZodRawIssue): string {
  return reasonAsText(usualReason(issue));
}

function usualReason(issue: z.core.$ZodRawIssue): Reason {
  if (issue.code === "invalid_type") return typeReason(issue);
  if (issue.code === "invalid_value") return { code: "one_of", options: issue.values.map(String).join(", ") };
  if (issue.code === "too_small") return tooSmall(Number(issue.minimum), issue.origin);
  if (issue.code === "too_big") return tooBig(Number(issue.maximum), issue.origin);
  if (issue.code === "invalid_format" && issue.format === "email") {
    return { code: "value_invalid", what: "email" };
  }
  return { code: "not_valid" };
}

function typeReason({ input, expected }: { readonly input?: unknown; readonly expected: string }): Reason {
  if (input === undefined) return { code: "required" };
  if (expected === "int") return { code: "value_invalid", what: "whole_number" };
  return { code: "wrong_type", expected };
}

function tooSmall(least: number, origin: string): Reason {
  if (origin === "string") return least === 1 ? { code: "required" } : { code: "too_short", least };
  return { code: origin === "array" ? "too_few" : "at_least", least };
}

function tooBig(most: number, origin: string): Reason {
  if (origin === "string") return { code: "too_long", most };
  return { code: origin === "array" ? "too_many" : "at_most", most };
}
