import { expect, test } from "vitest";
import { z } from "zod";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { enter } from "#app/contracts/reasons.ts";
import { messageOf } from "#app/i18n/fault-words.ts";

const schema = z.object({
  name: z.string().min(2).max(3),
  status: z.enum(["active", "paused"]),
  count: z.number().max(5),
  ids: z.array(z.string()).min(1),
  code: z.string(enter("discount_code")),
  email: z.email(),
});

function messagesOf(input: unknown): Record<string, string> {
  const parsed = parse(schema, input);
  if (!isRefusal(parsed)) throw new Error("The input was accepted.");
  return Object.fromEntries((parsed.errors ?? []).map(({ field, reason }) => [field, messageOf(reason)]));
}

test("an input that is not there says so in words, not in those of the validator", () => {
  expect(messagesOf(undefined)).toEqual({ body: "Enter a value." });
  expect(messagesOf([])).toEqual({ body: "This value has the wrong type. Expected: object." });
});

test("each fault says in words what is expected; a contract's own message goes first", () => {
  expect(messagesOf({ name: "x", status: "on", count: 6, ids: [], email: "Enter a valid email." })).toEqual({
    name: "Use at least 2 characters.",
    status: "Use one of these: active, paused.",
    count: "Enter at most 5.",
    ids: "Choose at least 1.",
    code: "Enter a discount code.",
    email: "Enter a valid email.",
  });
});
