/** The OAuth endpoints: authorize with its consent page, the platform-managed install, and access_token. */
import { Hono, type Context } from "hono";
import { currentStaff } from "../admin/staff.ts";
import { splitScopes } from "../app-config.ts";
import { findShop, findShopByName, shopName, type LocalContext } from "../context.ts";
import { installApp } from "../installation.ts";
import type { ShopState } from "../state.ts";
import { answerTokenRequest } from "./access-token.ts";
import { consentPage, oauthErrorPage } from "./consent-page.ts";
import { hostParameter, signQuery } from "./signing.ts";
import { issueCode } from "./tokens.ts";

interface AuthorizeRequest {
  redirectUri: string;
  state: string;
  scopes: string[];
  online: boolean;
}

type Refusal = { error: string; description: string };

/** Routes under `/shops/:shop/admin/oauth`. */
export function shopOauthRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:shop/admin/oauth/authorize", (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    if (shop === null) return c.html(oauthErrorPage("invalid_shop", "There is no such shop."), 404);
    const request = readAuthorizeRequest(ctx, c.req.query());
    if ("error" in request) return c.html(oauthErrorPage(request.error, request.description), 400);
    const granted = new Set(shop.installation?.scopes);
    if (shop.installation !== null && request.scopes.every((scope) => granted.has(scope))) {
      return c.redirect(grantedAddress(ctx, c, shop, request));
    }
    const question = { action: c.req.path, scopes: request.scopes, fields: c.req.query() };
    return c.html(consentPage(ctx.app, shop, question));
  });
  routes.post("/:shop/admin/oauth/authorize", async (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    if (shop === null) return c.html(oauthErrorPage("invalid_shop", "There is no such shop."), 404);
    const form = await readForm(c);
    const request = readAuthorizeRequest(ctx, form);
    if ("error" in request) return c.html(oauthErrorPage(request.error, request.description), 400);
    if (form["decision"] !== "install") return c.redirect(deniedAddress(ctx, shop, request));
    installApp(ctx, shop, request.scopes);
    return c.redirect(grantedAddress(ctx, c, shop, request));
  });
  routes.post("/:shop/admin/oauth/access_token", async (c) => {
    const shop = findShop(ctx, c.req.param("shop"));
    if (shop === null) return c.json({ errors: "Not Found" }, 404);
    const answer = await answerTokenRequest(ctx, shop, await readForm(c));
    return c.json(answer.body, answer.status);
  });
  return routes;
}

/** Routes under `/store/:name`: installing from the admin, which needs no redirect of the app's. */
export function storeInstallRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name/oauth/install", (c) => {
    const shop = findShopByName(ctx, c.req.param("name"));
    if (shop === null) return c.notFound();
    if (c.req.query("client_id") !== ctx.app.apiKey) {
      return c.html(oauthErrorPage("invalid_request", "No application has this client id."), 400);
    }
    if (shop.installation !== null) {
      return c.redirect(`/store/${shopName(shop.domain)}/apps/${ctx.app.apiKey}`);
    }
    const question = { action: c.req.path, scopes: ctx.app.scopes, fields: {} };
    return c.html(consentPage(ctx.app, shop, question));
  });
  routes.post("/:name/oauth/install", async (c) => {
    const shop = findShopByName(ctx, c.req.param("name"));
    if (shop === null) return c.notFound();
    const root = `/store/${shopName(shop.domain)}/apps`;
    if ((await readForm(c))["decision"] !== "install") return c.redirect(root);
    installApp(ctx, shop, ctx.app.scopes);
    return c.redirect(`${root}/${ctx.app.apiKey}`);
  });
  return routes;
}

function readAuthorizeRequest(ctx: LocalContext, query: Record<string, string>): AuthorizeRequest | Refusal {
  const redirectUri = query["redirect_uri"] ?? "";
  if (query["client_id"] !== ctx.app.apiKey) {
    return { error: "invalid_request", description: "No application has this client id." };
  }
  if (!ctx.app.redirectUrls.includes(redirectUri)) {
    return { error: "invalid_request", description: "The redirect_uri is not whitelisted" };
  }
  const scopes = splitScopes(query["scope"] ?? "");
  return {
    redirectUri,
    state: query["state"] ?? "",
    // An app under platform-managed installation may leave the scopes to its configuration.
    scopes: scopes.length > 0 ? scopes : ctx.app.scopes,
    online: query["grant_options[]"] === "per-user",
  };
}

function grantedAddress(ctx: LocalContext, c: Context, shop: ShopState, request: AuthorizeRequest): string {
  const staffId = request.online ? currentStaff(c, shop).id : null;
  const code = issueCode(ctx, { shop: shop.domain, scopes: request.scopes, staffId });
  return callbackAddress(ctx, shop, { request, answer: { code } });
}

function deniedAddress(ctx: LocalContext, shop: ShopState, request: AuthorizeRequest): string {
  const answer = { error: "access_denied", error_description: "The merchant did not grant access." };
  return callbackAddress(ctx, shop, { request, answer });
}

function callbackAddress(
  ctx: LocalContext,
  shop: ShopState,
  reply: { request: AuthorizeRequest; answer: Record<string, string> },
): string {
  const query = signQuery(
    {
      ...reply.answer,
      host: hostParameter(shopName(shop.domain)),
      shop: shop.domain,
      state: reply.request.state,
      timestamp: String(Math.floor(ctx.now().getTime() / 1000)),
    },
    ctx.app.apiSecret,
  );
  return `${reply.request.redirectUri}?${query.toString()}`;
}

/** A form or JSON body as text by name; anything else counts as empty. */
async function readForm(c: Context): Promise<Record<string, string>> {
  const type = c.req.header("content-type") ?? "";
  try {
    const body: unknown = type.includes("json") ? await c.req.json() : await c.req.parseBody();
    if (typeof body !== "object" || body === null) return {};
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
