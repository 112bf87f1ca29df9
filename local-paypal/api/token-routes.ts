import { randomBytes } from "node:crypto";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { later, nextCode, type PaypalContext } from "../context.ts";
import { refuseToken } from "./errors.ts";

/** PayPal's tokens live nine hours. */
const lifeSeconds = 32_400;

const payoutsScope = "https://uri.paypal.com/payments/payouts";
const reportingScope = "https://uri.paypal.com/services/reporting/search/read";
const webhookScope = "https://uri.paypal.com/services/applications/webhooks";

/** `POST /v1/oauth2/token`. */
export function tokenRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.post("/v1/oauth2/token", async (c) => {
    if (!isClient(ctx, c.req.header("authorization"))) {
      return c.json({ error: "invalid_client", error_description: "Client Authentication failed" }, 401);
    }
    const form = await c.req.parseBody();
    if (form["grant_type"] !== "client_credentials") {
      const said = form["grant_type"] === undefined ? "Grant Type is NULL" : "unsupported grant_type";
      return c.json({ error: "unsupported_grant_type", error_description: said }, 400);
    }
    return c.json(issueToken(ctx));
  });
  return routes;
}

function issueToken(ctx: PaypalContext): object {
  const at = ctx.now().toISOString();
  const { rights } = ctx.state.switches;
  const token = `A21AA${randomBytes(48).toString("base64url")}`;
  const appId = ctx.mutate((state) => {
    state.tokens = state.tokens.filter((entry) => entry.expiresAt > at);
    state.tokens.push({ token, expiresAt: later(at, lifeSeconds * 1000) });
    return `APP-${nextCode(state, 17)}`;
  });
  const scopes = [webhookScope, rights.payouts ? payoutsScope : "", rights.reporting ? reportingScope : ""];
  return {
    scope: scopes.filter((scope) => scope !== "").join(" "),
    access_token: token,
    token_type: "Bearer",
    app_id: appId,
    expires_in: lifeSeconds,
    nonce: `${at}${randomBytes(16).toString("base64url")}`,
  };
}

function isClient(ctx: PaypalContext, header: string | undefined): boolean {
  const encoded = /^Basic (.+)$/i.exec(header ?? "")?.[1] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8") === `${ctx.clientId}:${ctx.clientSecret}`;
}

/** Lets a call through whose token is known and has not expired. */
export function requireToken(ctx: PaypalContext): MiddlewareHandler {
  return async (c: Context, next) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const now = ctx.now().toISOString();
    const found = ctx.state.tokens.find((entry) => entry.token === token);
    if (found === undefined) return refuseToken(c, "The token passed in was not found in the system");
    if (found.expiresAt <= now) return refuseToken(c, "Token signature verification failed");
    await next();
    return undefined;
  };
}
