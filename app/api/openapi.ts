import { z } from "zod";
import type { ApiCallDescription } from "#app/contracts/api-call.ts";
import { healthWire, installUrlWire } from "#app/contracts/auth.ts";
import { errorWire, storedAs } from "#app/contracts/wire.ts";
import { apiCalls, apiPrefix } from "./calls.ts";
import type { ApiCall } from "./define-call.ts";

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

/** JSON Schema of what a caller sends (`input`), or of an answer as it is on the wire (`output`). */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest }: Json = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: ({ zodSchema, jsonSchema }) => {
      const wire = zodSchema instanceof z.ZodCodec ? zodSchema.def.in : storedAs.get(zodSchema);
      if (wire) Object.assign(jsonSchema, schemaOf(wire as z.ZodType, io));
    },
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

function operation(call: ApiCallDescription): Json {
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
    ...(call.permission === "none" ? { security: [] } : {}),
    parameters: [
      ...pathParameters(call.path),
      ...queryParameters(call.query),
      ...(call.method === "POST" && call.permission !== "none" ? [idempotencyHeader] : []),
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

/** Two calls that have routes of their own. */
const callsOutside: readonly ApiCallDescription[] = [
  {
    id: "getInstallUrl",
    method: "GET",
    path: "/auth",
    tag: "Installation",
    summary:
      "Where a store's owner agrees to the installation; `shop` is the store's domain. Browsers are sent there.",
    permission: "none",
    answer: installUrlWire,
    errors: [400, 429],
  },
  {
    id: "getHealth",
    method: "GET",
    path: "/health",
    tag: "Service",
    summary: "Whether the service and its database answer. May be kept for 60 s.",
    permission: "none",
    answer: healthWire,
    errors: [],
  },
];

export const describedCalls: readonly ApiCallDescription[] = [
  ...apiCalls.map((call) => ({ ...call, path: `${apiPrefix}${call.path}`, errors: errorsOf(call) })),
  ...callsOutside,
];

/** Error statuses that follow from the definition of a call, and those that it adds. */
function errorsOf(call: ApiCall): number[] {
  const { permission, method, path, query, body, takesFile } = call;
  const hasInput = Boolean(query ?? body ?? takesFile) || path.includes("{");
  const errors = new Set([429, ...(call.errors ?? [])]);
  const add = (...statuses: readonly number[]) => statuses.forEach((status) => errors.add(status));
  if (hasInput) add(400);
  if (permission !== "none") add(401);
  if (permission !== "none" && hasInput) add(404);
  if (permission === "write") add(403);
  if (permission === "write" && method !== "GET") add(400, 404, 409, 422);
  return [...errors].toSorted((one, other) => one - other);
}

/** The API in OpenAPI 3.1, derived from the definitions of its calls. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of describedCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
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
