import { makeRoutes } from "./routes.ts";
import type { PaypalContext } from "./context.ts";

/** Pages and meta routes of a further account stand under its client id. */
const accountPath = /^\/_accounts\/([^/]+)(\/.*)$/;

/**
 * Answers each call by the account whose credentials or token it carries. A call with credentials of nobody reaches the
 * first account, which refuses them.
 */
export function routeByAccount(all: readonly PaypalContext[]) {
  const accounts = all.map((ctx) => ({ ctx, routes: makeRoutes(ctx) }));
  return (request: Request, env: object): Response | Promise<Response> => {
    const url = new URL(request.url);
    const [, clientId, path] = accountPath.exec(url.pathname) ?? [];
    const named = accounts.find(({ ctx }) => ctx.clientId === clientId);
    if (named !== undefined && path !== undefined) {
      return named.routes.fetch(new Request(new URL(path + url.search, url), request), env);
    }
    const header = request.headers.get("authorization") ?? "";
    const account = accounts.find(({ ctx }) => isOf(ctx, header)) ?? accounts[0];
    return account?.routes.fetch(request, env) ?? new Response(null, { status: 404 });
  };
}

function isOf(ctx: PaypalContext, header: string): boolean {
  const [, kind = "", value = ""] = /^(Basic|Bearer) (.+)$/i.exec(header) ?? [];
  if (kind.toLowerCase() === "bearer") return ctx.state.tokens.some(({ token }) => token === value);
  return Buffer.from(value, "base64").toString("utf8").startsWith(`${ctx.clientId}:`);
}
