/** Checks that a query can run in bulk, and asks it page by page. */
import {
  getNamedType,
  getNullableType,
  type GraphQLSchema,
  isListType,
  Kind,
  type DocumentNode,
  type FieldNode,
  parse,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

const mostConnections = 5;
const deepestConnection = 2;
const mostBytes = 65_535;
/** The fields in which a bulk query may not begin. */
const notInBulk = new Set(["node", "nodes"]);

/** Why the platform would not run this query in bulk; null where it would. */
export function bulkFault(query: string, document: DocumentNode, schema: GraphQLSchema): string | null {
  if (Buffer.byteLength(query) > mostBytes) return "The query is too long.";
  const found = connectionsIn(document, schema);
  if (found.topLevel.some((name) => notInBulk.has(name))) {
    return "Bulk queries cannot contain a top level `node` or `nodes` field.";
  }
  if (found.count === 0) return "Bulk queries must contain at least one connection.";
  if (found.count > mostConnections) return "Bulk queries cannot contain more than 5 connections.";
  if (found.depth > deepestConnection) {
    return "Bulk queries cannot contain connections with a nesting depth greater than 2.";
  }
  if (found.inList) {
    return "Queries that contain a connection field within a list field are not currently supported.";
  }
  return found.withoutId
    ? "The parent 'node' field for a nested connection must select the 'id' field."
    : null;
}

type Connections = {
  count: number;
  depth: number;
  inList: boolean;
  withoutId: boolean;
  topLevel: string[];
};

function connectionsIn(document: DocumentNode, schema: GraphQLSchema): Connections {
  const types = new TypeInfo(schema);
  const found: Connections = { count: 0, depth: 0, inList: false, withoutId: false, topLevel: [] };
  // For each field that is open: whether it is a connection, or a list that is none of a connection's own.
  const open: { isConnection: boolean; isList: boolean; field: FieldNode }[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          if (open.length === 0) found.topLevel.push(field.name.value);
          const type = types.getType();
          const isConnection = type ? getNamedType(type).name.endsWith("Connection") : false;
          const isEdges = field.name.value === "edges" && open.at(-1)?.isConnection === true;
          const isList = !isEdges && isListType(type ? getNullableType(type) : undefined);
          if (isConnection) {
            const above = open.filter((one) => one.isConnection);
            found.count += 1;
            found.depth = Math.max(found.depth, above.length + 1);
            found.inList ||= open.some((one) => one.isList);
            found.withoutId ||= above.length > 0 && !selectsId(open.at(-1)?.field);
          }
          open.push({ isConnection, isList, field });
        },
        leave() {
          open.pop();
        },
      },
    }),
  );
  return found;
}

function selectsId(field: FieldNode | undefined): boolean {
  const selections = field?.selectionSet?.selections ?? [];
  return selections.some((one) => one.kind === Kind.FIELD && one.name.value === "id");
}

/** Pages every connection of a query. `$after` continues at the end of the first one's last page. */
export function pagedDocument(
  document: DocumentNode,
  schema: GraphQLSchema,
  after: string | null,
): DocumentNode {
  const types = new TypeInfo(schema);
  let isFirst = true;
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field(field) {
        const type = types.getType();
        if (!type || !getNamedType(type).name.endsWith("Connection")) return undefined;
        const page = isFirst ? pageFields(rootPage, after) : pageFields(innerPage, null);
        isFirst = false;
        const own = (field.arguments ?? []).filter((one) => one.name.value !== "first");
        return {
          ...field,
          arguments: [...own, ...(page.arguments ?? [])],
          selectionSet: {
            kind: Kind.SELECTION_SET,
            selections: [...(field.selectionSet?.selections ?? []), ...(page.selectionSet?.selections ?? [])],
          },
        };
      },
    }),
  );
}

const rootPage = 50;
const innerPage = 250;

/** The arguments and the selection that a page needs, taken from a little document of their own. */
function pageFields(first: number, after: string | null): FieldNode {
  const more = after === null ? "" : `, after: ${JSON.stringify(after)}`;
  const little = parse(`{ page(first: ${first}${more}) { pageInfo { hasNextPage endCursor } } }`);
  const [definition] = little.definitions;
  const selections: readonly SelectionNode[] =
    definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
  const [field] = selections;
  if (field?.kind !== Kind.FIELD) throw new Error("A page is a field.");
  return field;
}
