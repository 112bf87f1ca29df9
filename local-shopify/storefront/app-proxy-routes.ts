import { createHmac } from "node:crypto";
import { Hono, type Context } from "hono";
import { findShop, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";

const timeoutMs = 10_000;
/**
 * Headers that belong to one connection, or that the platform hides from the app (`notForwarded`) or the visitor
 * (`notAnswered`).
 */
const notForwarded = new Set(["cookie", "host", "connection", "content-length", "transfer-encoding"]);
const notAnswered = new Set([
  "set-cookie",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
]);

/**
 * The app proxy: calls to a path of the store go to the app, signed, without the visitor's cookies, and come back
 * without the app's. The app has to be installed with the scope for it.
 */
export function appProxyRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  const { appProxy } = ctx.app;
  if (appProxy === null) return routes;
  const path = `/${appProxy.prefix}/${appProxy.subpath}`;
  routes.all(`/:shop${path}/*`, async (c, next) => {
    const shop = findShop(ctx, c.req.param("shop"));
    if (!shop?.installation?.scopes.includes("write_app_proxy")) return next();
    return await forward(ctx, c, { shop, path, url: appProxy.url });
  });
  return routes;
}

type Way = { shop: ShopState; path: string; url: string };

async function forward(ctx: LocalContext, c: Context, { shop, path, url }: Way): Promise<Response> {
  const asked = new URL(c.req.url);
  const rest = asked.pathname.slice(`/shops/${shop.domain}${path}`.length);
  const target = new URL(`${url}${rest}`);
  const query = new URLSearchParams(asked.search);
  const own = {
    shop: shop.domain,
    path_prefix: path,
    timestamp: `${Math.floor(ctx.now().getTime() / 1000)}`,
  };
  for (const [name, value] of Object.entries({ ...own, logged_in_customer_id: "" })) query.set(name, value);
  query.delete("signature");
  query.set("signature", signatureOf(query, ctx.app.apiSecret));
  target.search = query.toString();
  const { method } = c.req;
  const body = method === "GET" || method === "HEAD" ? {} : { body: await c.req.arrayBuffer() };
  try {
    const headers = headersFor(c, asked.host);
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(target, { method, headers, redirect: "manual", signal, ...body });
    const shown = [...answer.headers].filter(([name]) => !notAnswered.has(name));
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: Object.fromEntries(shown),
    });
  } catch {
    return c.text("There was an error in the third-party application.", 502);
  }
}

/** Hex HMAC-SHA256 of every parameter as `name=value`, sorted, without a mark between; values of a name by commas. */
export function signatureOf(query: URLSearchParams, secret: string): string {
  const text = [...new Set(query.keys())]
    .map((name) => `${name}=${query.getAll(name).join(",")}`)
    .toSorted()
    .join("");
  return createHmac("sha256", secret).update(text).digest("hex");
}

function headersFor(c: Context, host: string): Headers {
  const headers = new Headers([...c.req.raw.headers].filter(([name]) => !notForwarded.has(name)));
  const before = c.req.header("x-forwarded-for");
  headers.set("X-Forwarded-For", before ? `${before}, 127.0.0.1` : "127.0.0.1");
  headers.set("X-Forwarded-Host", host);
  return headers;
}
