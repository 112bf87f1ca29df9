import type { z } from "zod";
import type { Reason } from "#app/domain/refusal-codes.ts";
import {
  type FieldError,
  readReason,
  reasonAsText,
  refuse,
  refuseFields,
  type Refusal,
} from "#app/domain/refusal.ts";

/** Field name of an error about the whole input. */
const wholeInput = "body";
/** Deeper than any contract. Limits the recursion over an input. */
const deepest = 20;

/** PostgreSQL can't store NUL, and unpaired surrogates are not valid text. Inputs with either are refused. */
function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

function badText(value: unknown, path: string, depth = 0): FieldError | undefined {
  if (typeof value === "string") {
    return isStorable(value) ? undefined : { field: path || wholeInput, reason: { code: "bad_characters" } };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= deepest) return { field: path, reason: { code: "nested_too_deeply" } };
  for (const [name, inner] of Object.entries(value)) {
    const found = badText(inner, path ? `${path}.${name}` : name, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/**
 * Validates `input` against a contract. Returns the parsed value, or a refusal that names each invalid field by
 * its path (`terms.rate`).
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> | Refusal {
  const bad = badText(input, "");
  if (bad) return refuse("invalid", bad.reason, bad.field);
  const result = schema.safeParse(input, { error: messageOf });
  if (result.success) return result.data;
  return refuseFields(result.error.issues.flatMap(issueErrors)) ?? refuse("invalid", { code: "not_valid" });
}

/** Reason of an error for which the contract names none, as text. The validator's own messages are for programmers. */
function messageOf(issue: z.core.$ZodRawIssue): string {
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

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...path, key].join("."),
      reason: { code: "unknown_field" as const },
    }));
  }
  const reason = readReason(issue.message) ?? { code: "failed", message: issue.message };
  return [{ field: path.join(".") || wholeInput, reason }];
}
