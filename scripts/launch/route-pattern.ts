import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

const dataSuffix = /\.data$/;

/**
 * Finds the pattern of the route that answers a path, such as `/dashboard/orders/:id`. React Router's `matchRoutes` ranks
 * all routes anew for each path, which takes milliseconds.
 */
export function routePatterns(routes: Routes): (path: string) => string {
  const patterns = [...new Set(Object.values(routes).flatMap((route) => route && pathOf(routes, route.id)))]
    .map((pattern) => segmentsOf(pattern ?? ""))
    .toSorted((a, b) => staticPartOf(b) - staticPartOf(a));
  return (path) => {
    // Remix asks for new routes here, and for the data of a page by the page's path with a suffix.
    if (path === "/__manifest") return path;
    const suffix = dataSuffix.exec(path)?.[0] ?? "";
    const segments = segmentsOf(path === "/_root.data" ? "" : path.replace(dataSuffix, ""));
    const pattern = patterns.find((each) => isMatch(each, segments));
    return pattern ? `/${pattern.join("/")}${suffix}` : "none";
  };
}

/**
 * The routes that an address of a pattern can match, and those of the pages above it. Remix sends the browser a list of
 * both.
 */
export function routesNear(routes: Routes, pattern: string): Routes {
  const segments = segmentsOf(pattern.replace(dataSuffix, ""));
  const near = Object.entries(routes).filter(([id]) => canMeet(segments, segmentsOf(pathOf(routes, id))));
  return Object.fromEntries(near);
}

/** Whether an address of a pattern, or the beginning of one, can match another. */
function canMeet(pattern: readonly string[], other: readonly string[]): boolean {
  for (const [at, part] of other.entries()) {
    const here = pattern[at];
    if (part === "*" || here === "*") return true;
    if (here === undefined) return false;
    const isFree = part.startsWith(":") || here.startsWith(":");
    if (here !== part && !isFree) return false;
  }
  return true;
}

function pathOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  return route ? `${pathOf(routes, route.parentId)}/${route.path ?? ""}` : "";
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Static segments are preferred to parameters, and the page for unknown addresses comes last. */
function staticPartOf(pattern: readonly string[]): number {
  return pattern.reduce((sum, segment) => sum + (segment === "*" ? -1 : Number(!segment.startsWith(":"))), 0);
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === "*") return isMatch(pattern.slice(0, -1), segments.slice(0, pattern.length - 1));
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => part.startsWith(":") || part === segments[index]?.toLowerCase());
}
