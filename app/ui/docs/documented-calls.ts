import type { ApiCallDescription } from "#app/contracts/api-call.ts";

type Json = Record<string, unknown>;

/** One call as the page shows it. Schemas are JSON text that refers to the document's components by name. */
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

/** A schema that calls refer to by its name. */
export type NamedSchema = { readonly name: string; readonly text: string };

/** The document's components, by name. */
export function schemasOf(document: Json): NamedSchema[] {
  const { schemas } = document["components"] as { schemas: Json };
  const named = Object.entries(schemas).map(([name, schema]) => ({
    name,
    text: JSON.stringify(schema, null, 2),
  }));
  return named.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Joins the list of calls with what the document says of each. */
export function callsOf(calls: readonly ApiCallDescription[], document: Json): DocumentedCall[] {
  const paths = document["paths"] as Record<string, Record<string, Json>>;
  return calls.map((call) => {
    const operation = paths[call.path]?.[call.method.toLowerCase()] ?? {};
    const status = call.status ?? 200;
    const responses = operation["responses"] as Record<string, Json> | undefined;
    return {
      id: call.id,
      tag: call.tag,
      method: call.method,
      path: call.path,
      summary: call.summary,
      open: call.permission === "none",
      parameters: parametersOf(operation),
      body: contentText(operation["requestBody"] as Json | undefined),
      answer: contentText(responses?.[String(status)]),
      status,
      errors: call.errors,
    };
  });
}

function parametersOf(operation: Json): DocumentedCall["parameters"] {
  const parameters = (operation["parameters"] ?? []) as { name: string; in: string; schema: Json }[];
  return parameters.map((one) => ({ name: one.name, place: one.in, schema: schemaText(one.schema) }));
}

function contentText(holder: Json | undefined): string | null {
  const content = holder?.["content"] as Record<string, { schema: Json }> | undefined;
  const schema = content?.["application/json"]?.schema;
  return schema ? JSON.stringify(schema, null, 2) : null;
}

/** A parameter's schema in a few words. */
function schemaText(schema: Json): string {
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices.join(" | ");
  const type = typeof schema["type"] === "string" ? schema["type"] : "text";
  return schema["default"] === undefined ? type : `${type}, default ${JSON.stringify(schema["default"])}`;
}
