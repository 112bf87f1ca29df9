import type { z } from "zod";
import { refuse, type FieldError, type Refusal } from "#app/domain/refusal.ts";

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
    const message = "Contains characters that cannot be stored";
    return isStorable(value) ? undefined : { field: path || wholeInput, message };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= deepest) return { field: path, message: "Is nested too deeply" };
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
  if (bad) return { refused: "invalid", message: bad.message, errors: [bad] };
  const result = schema.safeParse(input, { error: messageOf });
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(issueErrors);
  const first = errors[0];
  return first
    ? { refused: "invalid", message: first.message, errors }
    : refuse("invalid", "The input is not valid");
}

/** Message for an error whose contract has none. The validator's own messages are for programmers. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type") return issue.input === undefined ? "Is missing" : "Has the wrong type";
  if (issue.code === "invalid_value") return `Must be one of: ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return `Must be at least ${sizeOf(issue.minimum, issue.origin)}`;
  if (issue.code === "too_big") return `Must be at most ${sizeOf(issue.maximum, issue.origin)}`;
  return "Is not valid";
}

function sizeOf(size: number | bigint, origin: string): string {
  const isOne = String(size) === "1";
  if (origin === "string") return `${size} ${isOne ? "character" : "characters"} long`;
  if (origin === "array") return `${size} ${isOne ? "entry" : "entries"} long`;
  return String(size);
}

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "Is not a known field" }));
  }
  return [{ field: path.join(".") || wholeInput, message: issue.message }];
}
