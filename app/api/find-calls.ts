import type { ApiCall } from "./define-call.ts";

export type FoundCalls = {
  /** The calls of the path by method. */
  readonly calls: ReadonlyMap<string, ApiCall>;
  readonly parameters: Readonly<Record<string, string>>;
};

type Node = {
  readonly fixed: Map<string, Node>;
  readonly named: Map<string, Node>;
  readonly calls: Map<string, ApiCall>;
};

/** Finds the calls of a path. It matches as Remix does: case does not count, a fixed segment precedes a parameter. */
export function callFinder(calls: readonly ApiCall[]): (path: string) => FoundCalls | null {
  const root = newNode();
  for (const call of calls) addCall(root, call);
  return (path) => findBelow(root, segmentsOf(path), {});
}

function newNode(): Node {
  return { fixed: new Map(), named: new Map(), calls: new Map() };
}

function addCall(root: Node, call: ApiCall): void {
  let node = root;
  for (const segment of call.path.slice(1).split("/")) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const children = name === undefined ? node.fixed : node.named;
    const key = name ?? segment;
    const child = children.get(key) ?? newNode();
    children.set(key, child);
    node = child;
  }
  if (node.calls.has(call.method)) throw new Error(`${call.method} ${call.path} is defined twice`);
  node.calls.set(call.method, call);
}

/** Decoded segments. A path that cannot be decoded is taken as it is. */
function segmentsOf(path: string): string[] {
  const raw = path.replace(/^\//, "").replace(/\/+$/, "").split("/");
  try {
    return raw.map(decodeURIComponent);
  } catch {
    return raw;
  }
}

function findBelow(
  node: Node,
  [segment, ...rest]: readonly string[],
  parameters: FoundCalls["parameters"],
): FoundCalls | null {
  if (segment === undefined) return node.calls.size > 0 ? { calls: node.calls, parameters } : null;
  const fixed = node.fixed.get(segment.toLowerCase());
  const found = fixed && findBelow(fixed, rest, parameters);
  if (found || segment === "") return found ?? null;
  for (const [name, child] of node.named) {
    const below = findBelow(child, rest, { ...parameters, [name]: segment });
    if (below) return below;
  }
  return null;
}
