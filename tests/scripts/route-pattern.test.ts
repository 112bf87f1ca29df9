import type { RouteConfigEntry } from "@remix-run/route-config";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { routePatterns } from "../../scripts/launch/route-pattern.ts";

type Node = Parameters<typeof matchRoutes>[0][number];
type Route = { id: string; parentId?: string; path?: string; index?: boolean };

function manifestOf(entries: readonly RouteConfigEntry[], parentId = "root"): Route[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file;
    const own = { id, parentId, path: entry.path, index: entry.index } as Route;
    return [own, ...manifestOf(entry.children ?? [], id)];
  });
}

function treeOf(entries: readonly RouteConfigEntry[]): Node[] {
  return entries.map(({ path = "", index, children }) =>
    index ? { path, index } : { path, children: treeOf(children ?? []) },
  );
}

const manifest: Route[] = [{ id: "root", path: "" }, ...manifestOf(routes)];
const build = Object.fromEntries(
  manifest.map((route) => [route.id, route]),
) as unknown as ServerBuild["routes"];
const patternOf = routePatterns(build);
const tree = treeOf(routes);

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

test("names requests for data by the page", () => {
  expect(patternOf("/dashboard/orders/7.data")).toBe("/dashboard/orders/:id.data");
  expect(patternOf("/_root.data")).toBe("/.data");
  expect(patternOf("/__manifest")).toBe("/__manifest");
});
