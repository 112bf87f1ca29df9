import { z } from "zod";
import { apiCalls } from "./api-calls.ts";
import type { ApiCall } from "./calls/api-call.ts";
import { errorWire } from "./wire.ts";

type Json = Record<string, unknown>;

const errorStatuses = {
  400: "The input is not well-formed; `errors` names each wrong field.",
  401: "Nobody is known by this request.",
  403: "The caller may only read.",
  404: "There is no such thing in this shop.",
  409: "It conflicts with what is there.",
  422: "It is understood, but not possible now.",
  429: "Too many requests; see Retry-After.",
  503: "Not now; try again later.",
} as const;

/** Takes the named parts of a schema out of it and into the document's components, where a reference finds them. */
function hoist(schema: Json, components: Json): Json {
  const { $defs = {}, ...rest } = schema;
  for (const [name, part] of Object.entries($defs as Json)) components[name] ??= part;
  return rest;
}

function hoistAll(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistAll(item, components));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, hoistAll(part, components)]),
  );
  return "$defs" in inner ? hoist(inner, components) : inner;
}

/** JSON Schema of a contract; `input` is what a caller sends, `output` what is answered. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest }: Json = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
  });
  return rest;
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

const idempotencyHeader: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same body gets the first answer again, for 24 h.",
  schema: { type: "string", maxLength: 255 },
};

function operation(call: ApiCall): Json {
  const statuses = Object.entries(errorStatuses).filter(([status]) => call.errors.includes(Number(status)));
  const errors = statuses.map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: schemaOf(errorWire, "output") } } },
  ]);
  const good: Json = { description: call.answerText ?? "Done." };
  if (call.answer) good["content"] = { "application/json": { schema: schemaOf(call.answer, "output") } };
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.tag],
    ...(call.open ? { security: [] } : {}),
    parameters: [
      ...pathParameters(call.path),
      ...queryParameters(call.query),
      ...(call.method === "post" && !call.open ? [idempotencyHeader] : []),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(call.body, "input") } },
          },
        }
      : {}),
    responses: { [String(call.status ?? 200)]: good, ...Object.fromEntries(errors) },
  };
}

/** The description of the whole API, OpenAPI 3.1, made from the contracts that the doors themselves check. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of apiCalls) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  }
  const schemas: Json = {};
  const hoisted = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, hoistAll(item, schemas)]),
  );
  const document: Json = {
    openapi: "3.1.0",
    info: {
      title: "Affiliate Platform API",
      version: "1",
      description:
        "Log in with an API key made under Dashboard, Settings: POST /api/v1/auth/login answers a bearer token. " +
        "Money is written as decimal text with its currency. Lists answer page, limit and total; use the cursor for going deep.",
    },
    servers: [{ url: serverUrl }],
    components: { schemas, securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    security: [{ bearer: [] }],
    paths: hoisted,
  };
  // References were written for schemas that stand alone; here their parts are the document's components.
  return JSON.parse(JSON.stringify(document).replaceAll("#/$defs/", "#/components/schemas/")) as Json;
}
