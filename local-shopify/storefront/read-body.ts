import type { Context } from "hono";
import { CommerceRefusal } from "../commerce/refusal.ts";
import { asRecord } from "../untyped.ts";

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
