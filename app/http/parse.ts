import type { z } from "zod";
import { refuse, type FieldError, type Refusal } from "#app/domain/refusal.ts";

/** What an error is about when it is about all of the input. */
const wholeInput = "body";
/** Deeper than any contract reaches; what walks through an input calls itself once for each level. */
const deepest = 20;

/** NUL cannot be stored by PostgreSQL, and unpaired surrogates are no text: both are refused at the door. */
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
 * Checks `input` against a contract. Answers the parsed value, or a refusal that names each wrong field
 * by its path (`terms.rate`).
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

/** Words for a fault that its contract has no message for; the validator's own are for programmers. */
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
