/** Pages of a list by cursor, as every connection of the Admin API works. */
import { badRequest, readText, type Answer, type Args } from "./resolver.ts";

const mostPerPage = 250;
const pagingArguments = new Set(["first", "last", "after", "before", "reverse"]);

export interface ConnectionRules<Item> {
  /** A text that grows in the order of the list; ties are broken by `id`. */
  sortBy: (item: Item) => string;
  id: (item: Item) => number;
  answer: (item: Item) => Answer;
  /** Arguments beyond paging that the caller has already obeyed; others are refused. */
  obeyed?: string[];
}

/** The page of `items` that these arguments ask for. Throws what the platform answers to bad ones. */
export function connect<Item>(items: readonly Item[], args: Args, rules: ConnectionRules<Item>): Answer {
  refuseUnknown(args, rules.obeyed ?? []);
  const size = readSize(args);
  const backwards = args["reverse"] === true;
  const all = items
    .map((item) => ({ item, cursor: makeCursor(rules.sortBy(item), rules.id(item)) }))
    .toSorted((a, b) => compareCursors(a.cursor, b.cursor) * (backwards ? -1 : 1));
  const order = backwards ? -1 : 1;
  const after = readCursor(args["after"]);
  const before = readCursor(args["before"]);
  const window = all.filter(
    ({ cursor }) =>
      (after === null || compareCursors(cursor, after) * order > 0) &&
      (before === null || compareCursors(cursor, before) * order < 0),
  );
  const page = size.last === null ? window.slice(0, size.first) : window.slice(-size.last);
  return answerPage(page, { all, rules });
}

type Cursor = { value: string; id: number };
type Entry<Item> = { item: Item; cursor: Cursor };

function answerPage<Item>(
  page: Entry<Item>[],
  list: { all: Entry<Item>[]; rules: ConnectionRules<Item> },
): Answer {
  const first = page[0];
  const last = page.at(-1);
  return {
    nodes: () => page.map(({ item }) => list.rules.answer(item)),
    edges: () =>
      page.map(({ item, cursor }) => ({ cursor: writeCursor(cursor), node: list.rules.answer(item) })),
    pageInfo: {
      hasNextPage: last !== undefined && last !== list.all.at(-1),
      hasPreviousPage: first !== undefined && first !== list.all[0],
      startCursor: first === undefined ? null : writeCursor(first.cursor),
      endCursor: last === undefined ? null : writeCursor(last.cursor),
    },
  };
}

function refuseUnknown(args: Args, obeyed: string[]): void {
  for (const [name, value] of Object.entries(args)) {
    if (pagingArguments.has(name) || obeyed.includes(name) || value === null) continue;
    throw badRequest(`The local platform does not implement the argument "${name}" here.`);
  }
}

function readSize(args: Args): { first: number; last: number | null } {
  const first = readCount(args["first"], "first");
  const last = readCount(args["last"], "last");
  if (first === null && last === null) {
    throw badRequest("you must provide one of first or last");
  }
  if (first !== null && last !== null) throw badRequest("providing both first and last is not supported");
  return { first: first ?? 0, last };
}

function readCount(value: unknown, name: string): number | null {
  if (typeof value !== "number") return null;
  if (value < 1) throw badRequest(`${name} must be greater than 0`);
  if (value > mostPerPage) throw badRequest(`${name} cannot exceed ${mostPerPage}`);
  return value;
}

function makeCursor(value: string, id: number): Cursor {
  return { value, id };
}

function compareCursors(a: Cursor, b: Cursor): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.id - b.id;
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify({ last_id: cursor.id, last_value: cursor.value })).toString("base64");
}

function readCursor(value: unknown): Cursor | null {
  const text = readText(value);
  if (text === null) return null;
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    if (typeof cursor === "object" && cursor !== null && "last_id" in cursor && "last_value" in cursor) {
      return { value: String(cursor.last_value), id: Number(cursor.last_id) };
    }
  } catch {
    // Falls through to the platform's one answer for every kind of bad cursor.
  }
  throw badRequest("Invalid cursor for current pagination sort.");
}
