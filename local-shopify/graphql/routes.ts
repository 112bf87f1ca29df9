/** The endpoint of the Admin GraphQL API. */
import {
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
} from "graphql";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import { findShop, type LocalContext } from "../context.ts";
import { findAccessToken } from "../oauth/tokens.ts";
import type { AccessToken, ShopState, StoreCreditFault } from "../state.ts";
import { bulkFile } from "./bulk.ts";
import { availablePoints, bucketSize, mostPoints, requestedCost, restoreRate, takePoints } from "./cost.ts";
import { resolveField, type Asking } from "./resolver.ts";
import { mutationRoot, queryRoot } from "./roots.ts";
import { adminApiVersion, loadAdminSchema } from "./schema.ts";

export function graphqlRoutes(ctx: LocalContext): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.post("/:shop/admin/api/:version/graphql.json", async (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    // Retired versions are answered by the oldest that is supported. There is one here.
    if (shop === null || !isVersion(c.req.param("version")) || c.req.param("version") > adminApiVersion) {
      return c.json({ errors: "Not Found" }, 404);
    }
    if (ctx.state.switches.graphql === "forbidden") return c.json({ errors: "Forbidden" }, 403);
    c.header("X-Shopify-API-Version", adminApiVersion);
    const token = findAccessToken(ctx, shop, c.req.header("x-shopify-access-token") ?? "");
    if (token === null) {
      const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
      return c.json({ errors }, 401);
    }
    if (ctx.state.switches.graphql === "error") return c.json({ errors: "Internal Server Error" }, 500);
    if (ctx.state.switches.graphql === "throttled") return c.json(throttled(0, 0));
    const body = await readBody(c);
    const strikes = chooseStrikes(ctx, body);
    if (strikes("error")) return c.json({ errors: "Internal Server Error" }, 500);
    if (strikes("throttled")) return c.json(throttled(0, 0));
    const answered = await answer(ctx, { shop, token, body });
    if (strikes("errorAfter")) return c.json({ errors: "Internal Server Error" }, 500);
    // The caller waits until its own timeout.
    if (strikes("silence")) return RESPONSE_ALREADY_SENT;
    if (strikes("cut")) {
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return c.json(answered);
  });
  // As the platform's files of bulk operations: whoever has the address may read it.
  routes.get("/:shop/bulk/:file", (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    const text = shop === null ? null : bulkFile(shop, c.req.param("file"));
    return text === null
      ? c.text("Not Found", 404)
      : c.body(text, 200, { "content-type": "application/jsonl" });
  });
  return routes;
}

/** A quarter, as the platform names its versions. */
function isVersion(text: string): boolean {
  return /^20\d\d-(01|04|07|10)$/.test(text);
}

/** Tells for each fault if it strikes this request. Only mutations of store credit meet faults. */
function chooseStrikes(ctx: LocalContext, body: Request | null): (fault: StoreCreditFault) => boolean {
  const isChange = body !== null && /\bstoreCreditAccount(Credit|Debit)\s*\(/.test(body.query);
  return (fault) => {
    const left = ctx.state.switches.storeCredit?.[fault] ?? 0;
    if (!isChange || left === 0) return false;
    ctx.mutate((state) => {
      state.switches.storeCredit = { ...state.switches.storeCredit, [fault]: left - 1 };
    });
    return true;
  };
}

interface Request {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
}

async function answer(
  ctx: LocalContext,
  asked: { shop: ShopState; token: AccessToken; body: Request | null },
): Promise<object> {
  if (asked.body === null) return { errors: [{ message: "No query string was provided" }] };
  const admin = loadAdminSchema();
  const document = readDocument(asked.body.query);
  if (document instanceof GraphQLError) return { errors: [document.toJSON()] };
  const faults = validate(admin.schema, document);
  if (faults.length > 0) return { errors: faults.map((fault) => fault.toJSON()) };

  const { shop } = asked;
  const { operationName, variables } = asked.body;
  const operation = getOperationAST(document, operationName);
  if (!operation) return { errors: [{ message: "An operation name is required" }] };
  const requested = requestedCost(admin.schema, document, { operation, variables });
  if (requested > mostPoints) return tooDear(requested);
  if (availablePoints(shop) < requested) return throttled(requested, availablePoints(shop));
  takePoints(shop, requested);

  const cost = { points: 0 };
  // A revoked scope is also gone from existing tokens.
  const granted = shop.installation?.scopes ?? [];
  const scopes = asked.token.scopes.filter((scope) => granted.includes(scope));
  const asking: Asking = { ctx, shop, scopes, admin, cost };
  const mutates = operation.operation === OperationTypeNode.MUTATION;
  const result = await execute({
    schema: admin.schema,
    document,
    rootValue: mutates ? mutationRoot(asking) : queryRoot(asking),
    contextValue: asking,
    variableValues: variables,
    operationName,
    fieldResolver: resolveField,
  });
  // A mutation costs its points however little it answers.
  const actual = mutates ? requested : Math.min(requested, cost.points);
  takePoints(shop, actual - requested);
  return { ...result, extensions: { cost: describeCost({ requested, actual }, availablePoints(shop)) } };
}

function readDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function describeCost(points: { requested: number; actual: number | null }, available: number): object {
  return {
    requestedQueryCost: points.requested,
    actualQueryCost: points.actual,
    throttleStatus: { maximumAvailable: bucketSize, currentlyAvailable: available, restoreRate },
  };
}

function throttled(requested: number, available: number): object {
  const extensions = {
    code: "THROTTLED",
    documentation: "https://shopify.dev/api/usage/rate-limits",
  };
  const cost = describeCost({ requested, actual: null }, available);
  return { errors: [{ message: "Throttled", extensions }], extensions: { cost } };
}

function tooDear(cost: number): object {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${mostPoints}).`;
  const extensions = {
    code: "MAX_COST_EXCEEDED",
    cost,
    maxCost: mostPoints,
    documentation: "https://shopify.dev/api/usage/rate-limits",
  };
  return { errors: [{ message, extensions }] };
}

async function readBody(c: Context): Promise<Request | null> {
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("query" in body) || typeof body.query !== "string") {
    return null;
  }
  const variables = "variables" in body && typeof body.variables === "object" ? body.variables : null;
  const name = "operationName" in body && typeof body.operationName === "string" ? body.operationName : null;
  return { query: body.query, variables: { ...variables }, operationName: name };
}
