import type { RouteConfigEntry } from "@remix-run/route-config";
import type { ComponentType } from "react";
import { answeredBy, type Answered } from "./answered.ts";
import routes from "../../app/routes.ts";

type Args = { request: Request; params: Record<string, string> };
type Module = {
  loader?: (args: Args) => unknown;
  action?: (args: Args) => unknown;
  default?: ComponentType;
};
type Route = { readonly parts: readonly string[]; readonly file: string };

function leafRoutesOf(entries: readonly RouteConfigEntry[], above: readonly string[] = []): Route[] {
  return entries.flatMap(({ path = "", file, children }) => {
    const parts = [...above, ...path.split("/").filter(Boolean)];
    return children ? leafRoutesOf(children, parts) : [{ parts, file }];
  });
}

const leafRoutes = leafRoutesOf(routes);
const modules = import.meta.glob<Module>("../../app/routes/**/*.{ts,tsx}");

function paramsOf(route: Route, given: readonly string[]): Record<string, string> | null {
  const isSplat = route.parts.at(-1) === "*";
  const parts = isSplat ? route.parts.slice(0, -1) : route.parts;
  if (isSplat ? given.length < parts.length : given.length !== parts.length) return null;
  const params: Record<string, string> = isSplat ? { "*": given.slice(parts.length).join("/") } : {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}

/** Finds the route of an address as the router does: a fixed word before a parameter, the catch-all last. */
async function routeOf(url: string) {
  const given = new URL(url).pathname.split("/").filter(Boolean);
  const matches = leafRoutes
    .flatMap((route) => {
      const params = paramsOf(route, given);
      return params ? [{ file: route.file, params, parts: route.parts }] : [];
    })
    .toSorted((a, b) => vagueness(a) - vagueness(b));
  const [match] = matches;
  if (!match) throw new Error(`No route for ${url}`);
  return { ...match, module: await modules[`../../app/${match.file}`]?.() };
}

function vagueness({ parts, params }: { parts: readonly string[]; params: Record<string, string> }): number {
  return parts[0] === "*" ? Infinity : Object.keys(params).length;
}

/** Runs the loader or action of the request's route, as the router would. */
export async function requestRoute(request: Request): Promise<Answered> {
  const { file, params, module } = await routeOf(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const handler = isRead ? module?.loader : module?.action;
  if (!handler) throw new Error(`${file} has no ${isRead ? "loader" : "action"}`);
  try {
    return await answeredBy(await handler({ request, params }));
  } catch (thrown) {
    return await answeredBy(thrown);
  }
}

/** The page that the route of an address shows; null where it shows none. */
export async function pageOf(url: string): Promise<ComponentType | null> {
  return (await routeOf(url)).module?.default ?? null;
}
