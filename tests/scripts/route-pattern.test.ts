import type { RouteConfigEntry } from "@remix-run/route-config";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { routePatterns, routesNear } from "../../scripts/launch/route-pattern.ts";

type Node = Parameters<typeof matchRoutes>[0][number];
type Route = { id: string; parentId?: string; path?: string; index?: boolean };

function manifestOf(entries: readonly RouteConfigEntry[], parentId = "root"): Route[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file;
    const own = { id, parentId, path: entry.path, index: entry.index } as Route;
    return [own, ...manifestOf(entry.children ?? [], id)];
  });
}

const manifest: Route[] = [{ id: "root", path: "" }, ...manifestOf(routes)];
const build = Object.fromEntries(
  manifest.map((route) => [route.id, route]),
) as unknown as ServerBuild["routes"];
const patternOf = routePatterns(build);

/** These routes as the router takes them. */
function treeOf(known: ServerBuild["routes"], parentId = "root"): Node[] {
  return manifest
    .filter((route) => route.parentId === parentId && route.id in known)
    .map(({ id, path = "", index }) =>
      index ? { id, path, index } : { id, path, children: treeOf(known, id) },
    );
}

const tree = treeOf(build);

function byRouter(path: string): string {
  return `/${(matchRoutes(tree, path) ?? []).flatMap(({ route }) => route.path || []).join("/")}`;
}

const segments = ["new", "x"];
/** Each address of the app, with every parameter filled by words that other addresses use at that place. */
const paths = manifest.flatMap(({ path = "" }) =>
  segments.map((word) => `/${path.replaceAll(/:\w+/g, word).replace("*", word)}`),
);

test("finds the pattern that the router finds, for every address of the app", () => {
  const all = [...paths, ...paths.map((path) => `/dashboard${path}`), ...paths.map((path) => `${path}/more`)];
  for (const path of all) expect([path, patternOf(path)]).toEqual([path, byRouter(path)]);
});

function idsOf(known: Node[], path: string) {
  return (matchRoutes(known, path) ?? []).map(({ route }) => route.id);
}

test("the routes near a pattern answer its addresses, and the pages above them, as all routes do", () => {
  const found = new Map<string, ReturnType<typeof idsOf>>();
  for (const path of new Set(paths.flatMap((each) => [each, `/dashboard${each}`]))) {
    const near = treeOf(routesNear(build, patternOf(path)));
    const parts = path.split("/");
    for (const at of parts.keys()) {
      const above = parts.slice(0, parts.length - at).join("/") || "/";
      if (!found.has(above)) found.set(above, idsOf(tree, above));
      expect([above, idsOf(near, above)]).toEqual([above, found.get(above)]);
    }
  }
});

test("few routes are near a page", () => {
  expect(Object.keys(routesNear(build, "/dashboard/affiliates.data"))).toEqual(
    Object.keys(routesNear(build, "/dashboard/affiliates")),
  );
  expect(Object.keys(routesNear(build, "/dashboard/affiliates")).length).toBeLessThan(10);
});

test("names requests for data by the page", () => {
  expect(patternOf("/dashboard/orders/7.data")).toBe("/dashboard/orders/:id.data");
  expect(patternOf("/_root.data")).toBe("/.data");
  expect(patternOf("/__manifest")).toBe("/__manifest");
});
