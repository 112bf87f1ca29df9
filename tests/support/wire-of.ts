import { z } from "zod";

/** An answer that its schema describes; amounts and instants stay text. */
export function wireOf<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.input<Schema> {
  return z.encode(schema, schema.parse(answer));
}
