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
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import { findShop, type LocalContext } from "../context.ts";
import { findAccessToken } from "../oauth/tokens.ts";
import type { AccessToken, ShopState, StoreCreditFault } from "../state.ts";
import { bulkFile } from "./bulk.ts";
import { resolveField, type Asking } from "./resolver.ts";
import { mutationRoot, queryRoot } from "./roots.ts";
import { adminApiVersion, loadAdminSchema } from "./schema.ts";

const bucketSize = 2_000;
const restoreRate = 100;
const mutationPoints = 10;

export function graphqlRoutes(ctx: LocalContext): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.post("/:shop/admin/api/:version/graphql.json", async (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    if (shop === null || c.req.param("version") !== adminApiVersion) {
      return c.json({ errors: "Not Found" }, 404);
    }
    if (ctx.state.switches.graphql === "forbidden") return c.json({ errors: "Forbidden" }, 403);
    const token = findAccessToken(ctx, shop, c.req.header("x-shopify-access-token") ?? "");
    if (token === null) {
      const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
      return c.json({ errors }, 401);
    }
    if (ctx.state.switches.graphql === "error") return c.json({ errors: "Internal Server Error" }, 500);
    if (ctx.state.switches.graphql === "throttled") return c.json(throttled());
    const body = await readBody(c);
    const strikes = chooseStrikes(ctx, body);
    if (strikes("error")) return c.json({ errors: "Internal Server Error" }, 500);
    if (strikes("throttled")) return c.json(throttled());
    const answered = await answer(ctx, { shop, token, body });
    if (strikes("errorAfter")) return c.json({ errors: "Internal Server Error" }, 500);
    // Whoever waits for this answer waits until its own patience ends.
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

/** Whether a fault of the switches strikes this request; only changes of store credit meet any. */
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

  const cost = { points: 0 };
  // What was taken from the app is gone from the tokens it holds already.
  const granted = asked.shop.installation?.scopes ?? [];
  const scopes = asked.token.scopes.filter((scope) => granted.includes(scope));
  const asking: Asking = { ctx, shop: asked.shop, scopes, admin, cost };
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
