import type { ApiCall } from "#app/contracts/calls/api-call.ts";

type Json = Record<string, unknown>;

/** One call as the page shows it: schemas are text, ready to read. */
export type DocumentedCall = {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly open: boolean;
  readonly parameters: readonly { readonly name: string; readonly place: string; readonly schema: string }[];
  readonly body: string | null;
  readonly answer: string | null;
  readonly status: number;
  readonly errors: readonly number[];
};

/** Joins the list of calls with what the document says of each. */
export function callsOf(calls: readonly ApiCall[], document: Json): DocumentedCall[] {
  const paths = document["paths"] as Record<string, Record<string, Json>>;
  const schemas = (document["components"] as { schemas: Json }).schemas;
  return calls.map((call) => {
    const operation = paths[call.path]?.[call.method] ?? {};
    const status = call.status ?? 200;
    const responses = operation["responses"] as Record<string, Json> | undefined;
    return {
      id: call.id,
      tag: call.tag,
      method: call.method.toUpperCase(),
      path: call.path,
      summary: call.summary,
      open: call.open ?? false,
      parameters: parametersOf(operation),
      body: contentText(operation["requestBody"] as Json | undefined, schemas),
      answer: contentText(responses?.[String(status)], schemas),
      status,
      errors: call.errors,
    };
  });
}

function parametersOf(operation: Json): DocumentedCall["parameters"] {
  const parameters = (operation["parameters"] ?? []) as { name: string; in: string; schema: Json }[];
  return parameters.map((one) => ({ name: one.name, place: one.in, schema: schemaText(one.schema) }));
}

function contentText(holder: Json | undefined, schemas: Json): string | null {
  const content = holder?.["content"] as Record<string, { schema: Json }> | undefined;
  const schema = content?.["application/json"]?.schema;
  return schema ? JSON.stringify(resolved(schema, schemas), null, 2) : null;
}

/**
 * A schema with its references replaced by what they name. A condition may hold conditions: what is within itself is
 * named there, and not opened again.
 */
function resolved(value: unknown, schemas: Json, open: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, schemas, open));
  if (typeof value !== "object" || value === null) return value;
  const name = (value as { $ref?: string }).$ref?.split("/").at(-1);
  if (name !== undefined) {
    return open.includes(name) ? { "as above": name } : resolved(schemas[name], schemas, [...open, name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part, schemas, open)]));
}

/** A parameter's schema in a few words. */
function schemaText(schema: Json): string {
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices.join(" | ");
  const type = typeof schema["type"] === "string" ? schema["type"] : "text";
  return schema["default"] === undefined ? type : `${type}, default ${JSON.stringify(schema["default"])}`;
}
