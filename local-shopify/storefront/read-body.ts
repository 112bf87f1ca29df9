import type { Context } from "hono";
import { CommerceRefusal } from "../commerce/refusal.ts";

/** A request's JSON or form body as an object; `attributes[gift]=yes` becomes `{ attributes: { gift } }`. */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  if (c.req.header("content-type")?.includes("json")) {
    const value: unknown = await c.req.json().catch(() => {
      throw new CommerceRefusal("The request is not valid JSON.");
    });
    return asRecord(value);
  }
  const fields = await c.req.parseBody();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const nested = /^(\w+)\[(.*)\]$/.exec(name);
    const [outer, inner] = nested ? [nested[1] ?? "", nested[2] ?? ""] : [name, null];
    body[outer] = inner === null ? value : { ...asRecord(body[outer]), [inner]: value };
  }
  return body;
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Text of a field that may have come as a number, a boolean or not at all. */
export function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

export function asTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(asRecord(value)).map(([name, each]) => [name, asText(each)]));
}
