/** Bulk operations: a query that runs by itself and leaves its answer as a file, a line for each object. */
import { execute, type DocumentNode, GraphQLError, parse, validate } from "graphql";
import type { ShopState } from "../state.ts";
import { bulkFault, pagedDocument } from "./bulk-document.ts";
import { bulkLines } from "./bulk-lines.ts";
import { gid, moment, readText, resolveField, type Answer, type Args, type Asking } from "./resolver.ts";

type Status = "CREATED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED";

interface BulkOperation {
  id: string;
  query: string;
  status: Status;
  errorCode: "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | null;
  createdAt: string;
  completedAt: string | null;
  objects: number;
  rootObjects: number;
  lines: string[];
}

/** Those of the process: the platform forgets them after a week, this one when it ends. */
const operations = new WeakMap<ShopState, BulkOperation[]>();
const mostAtOnce = 5;
const kept = 20;
/** Between two pages of the answer, so that an app sees it running. */
const pageMs = 60;

type Root = (asking: Asking) => Answer;

/** `bulkOperation` and `currentBulkOperation`. */
export function bulkQueries(asking: Asking): Answer {
  return {
    bulkOperation: (args: Args) => {
      const found = listOf(asking.shop).find((one) => one.id === args["id"]);
      return found === undefined ? null : answerOperation(asking, found);
    },
    currentBulkOperation: () => {
      const newest = listOf(asking.shop).at(-1);
      return newest === undefined ? null : answerOperation(asking, newest);
    },
  };
}

/** `bulkOperationRunQuery` and `bulkOperationCancel`; `root` is what the query is asked of. */
export function bulkMutations(asking: Asking, root: Root): Answer {
  return {
    bulkOperationRunQuery: (args: Args) => runQuery(asking, args, root),
    bulkOperationCancel: (args: Args) => {
      const found = listOf(asking.shop).find((one) => one.id === args["id"]);
      if (found === undefined) {
        return {
          bulkOperation: null,
          userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }],
        };
      }
      if (!isUnderWay(found)) {
        const message = `A bulk operation cannot be canceled when it is ${found.status.toLowerCase()}`;
        return { bulkOperation: answerOperation(asking, found), userErrors: [{ field: null, message }] };
      }
      found.status = "CANCELED";
      return { bulkOperation: answerOperation(asking, found), userErrors: [] };
    },
  };
}

/** The file of a completed operation, by the text in its address; null where there is none. */
export function bulkFile(shop: ShopState, name: string): string | null {
  const found = listOf(shop).find((one) => fileName(one) === name && one.status === "COMPLETED");
  return found === undefined ? null : found.lines.map((line) => `${line}\n`).join("");
}

function runQuery(asking: Asking, args: Args, root: Root): Answer {
  if (asking.ctx.state.switches.bulkDenied === true) {
    throw new GraphQLError("Access denied for bulkOperationRunQuery field.", {
      extensions: { code: "ACCESS_DENIED" },
    });
  }
  const query = readText(args["query"]) ?? "";
  const document = readDocument(asking, query);
  if (typeof document === "string") return refuse(document, "INVALID");
  const list = listOf(asking.shop);
  const running = list.filter(isUnderWay);
  if (running.length >= mostAtOnce) {
    const ids = running.map(({ id }) => id).join(", ");
    const message = `A bulk query operation for this app and shop is already in progress: ${ids}.`;
    return { bulkOperation: null, userErrors: [{ field: null, message, code: "OPERATION_IN_PROGRESS" }] };
  }
  const operation: BulkOperation = {
    id: gid("BulkOperation", asking.ctx.nextId()),
    query,
    status: "CREATED",
    errorCode: null,
    createdAt: asking.ctx.now().toISOString(),
    completedAt: null,
    objects: 0,
    rootObjects: 0,
    lines: [],
  };
  list.push(operation);
  list.splice(0, list.length - kept);
  void collect({ asking, operation, document, root, grouped: args["groupObjects"] === true });
  return { bulkOperation: answerOperation(asking, operation), userErrors: [] };
}

function refuse(message: string, code: string): Answer {
  return { bulkOperation: null, userErrors: [{ field: ["query"], message, code }] };
}

function readDocument({ admin }: Asking, query: string): DocumentNode | string {
  try {
    const document = parse(query);
    const [fault] = validate(admin.schema, document);
    if (fault) return `Invalid bulk query: ${fault.message}`;
    return bulkFault(query, document, admin.schema) ?? document;
  } catch (error) {
    if (error instanceof GraphQLError) return `Invalid bulk query: ${error.message}`;
    throw error;
  }
}

interface Collecting {
  asking: Asking;
  operation: BulkOperation;
  document: DocumentNode;
  root: Root;
  grouped: boolean;
}

async function collect(collecting: Collecting): Promise<void> {
  const { asking, operation } = collecting;
  try {
    let after: string | null = null;
    do {
      await new Promise((resolve) => setTimeout(resolve, pageMs));
      if (operation.status === "CANCELED") return;
      operation.status = "RUNNING";
      after = await collectPage(collecting, after);
    } while (after !== null);
    operation.status = "COMPLETED";
  } catch (error) {
    operation.status = "FAILED";
    const isDenied = error instanceof GraphQLError && error.extensions["code"] === "ACCESS_DENIED";
    operation.errorCode = isDenied ? "ACCESS_DENIED" : "INTERNAL_SERVER_ERROR";
  }
  operation.completedAt = asking.ctx.now().toISOString();
}

async function collectPage(collecting: Collecting, after: string | null): Promise<string | null> {
  const { asking, operation, document, root, grouped } = collecting;
  const result = await execute({
    schema: asking.admin.schema,
    document: pagedDocument(document, asking.admin.schema, after),
    rootValue: root(asking),
    contextValue: asking,
    fieldResolver: resolveField,
  });
  const [fault] = result.errors ?? [];
  if (fault) throw fault;
  const page = bulkLines(result.data ?? {}, grouped);
  operation.lines.push(...page.lines);
  operation.objects += page.lines.length;
  operation.rootObjects += page.roots;
  return page.after;
}

function answerOperation({ ctx, shop }: Asking, operation: BulkOperation): Answer {
  const hasFile = operation.status === "COMPLETED" && operation.lines.length > 0;
  return {
    __typename: "BulkOperation",
    id: operation.id,
    type: "QUERY",
    query: operation.query,
    status: operation.status,
    errorCode: operation.errorCode,
    createdAt: moment(operation.createdAt),
    completedAt: moment(operation.completedAt),
    objectCount: String(operation.objects),
    rootObjectCount: String(operation.rootObjects),
    fileSize: hasFile ? String(Buffer.byteLength(operation.lines.join("\n")) + 1) : null,
    url: hasFile ? `${ctx.url}/shops/${shop.domain}/bulk/${fileName(operation)}` : null,
    partialDataUrl: null,
  };
}

function fileName({ id }: BulkOperation): string {
  return `bulk-${/\d+$/.exec(id)?.[0] ?? ""}.jsonl`;
}

function isUnderWay({ status }: BulkOperation): boolean {
  return status === "CREATED" || status === "RUNNING";
}

function listOf(shop: ShopState): BulkOperation[] {
  const known = operations.get(shop);
  if (known) return known;
  const list: BulkOperation[] = [];
  operations.set(shop, list);
  return list;
}
