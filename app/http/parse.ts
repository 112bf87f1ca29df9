import type { z } from "zod";
import { usualMessage } from "#app/contracts/reasons.ts";
import { type FieldError, readReason, refuse, refuseFields, type Refusal } from "#app/domain/refusal.ts";

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
  const result = schema.safeParse(input, { error: usualMessage });
  if (result.success) return result.data;
  return refuseFields(result.error.issues.flatMap(issueErrors)) ?? refuse("invalid", { code: "not_valid" });
}

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...path, key].join("."),
      reason: { code: "unknown_field" as const },
    }));
  }
  const reason = readReason(issue.message) ?? ({ code: "not_valid" } as const);
  return [{ field: path.join(".") || wholeInput, reason }];
}
