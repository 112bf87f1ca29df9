/** The door of the Admin GraphQL API. */
import {
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
} from "graphql";
import { Hono, type Context } from "hono";
import { findShop, type LocalContext } from "../context.ts";
import { findAccessToken } from "../oauth/tokens.ts";
import type { AccessToken, ShopState } from "../state.ts";
import { bulkFile } from "./bulk.ts";
import { resolveField, type Asking } from "./resolver.ts";
import { mutationRoot, queryRoot } from "./roots.ts";
import { adminApiVersion, loadAdminSchema } from "./schema.ts";

const bucketSize = 2_000;
const restoreRate = 100;
const mutationPoints = 10;

export function graphqlRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.post("/:shop/admin/api/:version/graphql.json", async (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    if (shop === null || c.req.param("version") !== adminApiVersion) {
      return c.json({ errors: "Not Found" }, 404);
    }
    const token = findAccessToken(ctx, shop, c.req.header("x-shopify-access-token") ?? "");
    if (token === null) {
      const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
      return c.json({ errors }, 401);
    }
    if (ctx.state.switches.graphql === "error") return c.json({ errors: "Internal Server Error" }, 500);
    if (ctx.state.switches.graphql === "throttled") return c.json(throttled());
    return c.json(await answer(ctx, { shop, token, body: await readBody(c) }));
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

  const cost = { points: 0 };
  const asking: Asking = { ctx, shop: asked.shop, scopes: asked.token.scopes, admin, cost };
  const { operationName, variables } = asked.body;
  const mutates = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
  const result = await execute({
    schema: admin.schema,
    document,
    rootValue: mutates ? mutationRoot(asking) : queryRoot(asking),
    contextValue: asking,
    variableValues: variables,
    operationName,
    fieldResolver: resolveField,
  });
  const points = cost.points + (mutates ? mutationPoints : 0);
  return { ...result, extensions: { cost: describeCost(points, bucketSize - points) } };
}

function readDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function describeCost(points: number, available: number): object {
  return {
    requestedQueryCost: points,
    actualQueryCost: points,
    throttleStatus: { maximumAvailable: bucketSize, currentlyAvailable: available, restoreRate },
  };
}

function throttled(): object {
  const extensions = {
    code: "THROTTLED",
    documentation: "https://shopify.dev/api/usage/rate-limits",
  };
  return { errors: [{ message: "Throttled", extensions }], extensions: { cost: describeCost(0, 0) } };
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
