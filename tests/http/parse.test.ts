import { expect, test } from "vitest";
import { z } from "zod";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";

const schema = z.object({
  name: z.string().min(2).max(3),
  status: z.enum(["active", "paused"]),
  count: z.number().max(5),
  ids: z.array(z.string()).min(1),
  code: z.string("Enter a code"),
  email: z.email(),
});

function messagesOf(input: unknown): Record<string, string> {
  const parsed = parse(schema, input);
  if (!isRefusal(parsed)) throw new Error("The input was accepted.");
  return Object.fromEntries((parsed.errors ?? []).map(({ field, message }) => [field, message]));
}

test("an input that is not there says so in words, not in those of the validator", () => {
  expect(messagesOf(undefined)).toEqual({ body: "Is missing" });
  expect(messagesOf([])).toEqual({ body: "Has the wrong type" });
});

test("each fault says in words what is expected; a contract's own message goes first", () => {
  expect(messagesOf({ name: "x", status: "on", count: 6, ids: [], email: "x" })).toEqual({
    name: "Must be at least 2 characters long",
    status: "Must be one of: active, paused",
    count: "Must be at most 5",
    ids: "Must be at least 1 entry long",
    code: "Enter a code",
    email: "Is not valid",
  });
});
