/** An answer with connections as the lines of a bulk file: children name their parent and leave their place in it. */
type Data = Record<string, unknown>;

interface Page {
  lines: string[];
  /** Objects of the first connection. */
  roots: number;
  /** Where its next page begins; null after the last. */
  after: string | null;
}

/** `grouped` puts an object's children right behind it; otherwise they come after all objects above them. */
export function bulkLines(data: Data, grouped: boolean): Page {
  const connection = Object.values(data).find(isConnection);
  if (connection === undefined) return { lines: [], roots: 0, after: null };
  const nodes = nodesOf(connection);
  const parts = nodes.map((node) => linesOf(node, null));
  const lines = grouped
    ? parts.flat()
    : [...parts.flatMap((one) => one.slice(0, 1)), ...parts.flatMap((one) => one.slice(1))];
  return { lines, roots: nodes.length, after: nextOf(connection) };
}

function linesOf(node: Data, parentId: string | null): string[] {
  const own: Data = {};
  const children: Data[] = [];
  for (const [name, value] of Object.entries(node)) {
    if (isConnection(value)) {
      if (nextOf(value) !== null) {
        throw new Error("The local platform reads 250 children of an object in bulk.");
      }
      children.push(...nodesOf(value));
    } else own[name] = value;
  }
  if (parentId !== null) own["__parentId"] = parentId;
  const id = typeof own["id"] === "string" ? own["id"] : "";
  return [JSON.stringify(own), ...children.flatMap((child) => linesOf(child, id))];
}

interface Connection {
  edges: { node: Data }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

function isConnection(value: unknown): value is Connection {
  return typeof value === "object" && value !== null && "edges" in value && "pageInfo" in value;
}

function nodesOf(connection: Connection): Data[] {
  return connection.edges.map((edge) => edge.node);
}

function nextOf({ pageInfo }: Connection): string | null {
  return pageInfo.hasNextPage ? pageInfo.endCursor : null;
}
