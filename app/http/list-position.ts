import type { ListQuery } from "#app/contracts/wire.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";

/** The last row already shown of a list that is sorted by an instant and then by id. */
export type Position = { readonly at: Date; readonly id: string };

/** The position of a query's cursor. Undefined when the list is paged by number. */
export function positionOf(query: ListQuery): Position | undefined | Refusal {
  const position = readCursor(query.cursor, ["at", "id"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  const at = cursorInstant(position.at);
  return at ? { at, id: position.id } : refuse("invalid", { code: "cursor_invalid" }, "cursor");
}

/** The cursor of the next page, or null at the end. */
export function nextCursor(last: Position | null): string | null {
  return last ? writeCursor({ at: last.at.toISOString(), id: last.id }) : null;
}

/** Where a list that is sorted by id goes on. */
export function idPositionOf(query: Omit<ListQuery, "search">): string | undefined | Refusal {
  const position = readCursor(query.cursor, ["id"]);
  if (isRefusal(position)) return position;
  return position ? position.id : offsetRefusal(query);
}

export function nextIdCursor(last: string | null): string | null {
  return last === null ? null : writeCursor({ id: last });
}

/** Where a list of ledger entries goes on, which is sorted by sequence. */
export function sequenceOf(query: Omit<ListQuery, "search">): bigint | undefined | Refusal {
  const position = readCursor(query.cursor, ["sequence"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  // A bigint of the database has at most 19 digits. It holds any number of 18.
  return /^\d{1,18}$/.test(position.sequence)
    ? BigInt(position.sequence)
    : refuse("invalid", { code: "cursor_invalid" }, "cursor");
}

export function nextSequenceCursor(last: bigint | null): string | null {
  return last === null ? null : writeCursor({ sequence: String(last) });
}

type Sort = "newest" | "oldest" | "name";

/** The last row already shown of a list that has a choice of orders: what it is sorted by, and its id. */
export type SortedPosition = { readonly key: Date | string; readonly id: string };

/** Where a list goes on: below its cursor, or undefined where it is paged by number. */
export function sortedPositionOf(
  query: ListQuery & { readonly sort: Sort },
): SortedPosition | undefined | Refusal {
  const position = readCursor(query.cursor, ["sort", "key", "id"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  const key = position.sort === "name" ? position.key : cursorInstant(position.key);
  if (position.sort !== query.sort || key === undefined) {
    return refuse("invalid", { code: "cursor_invalid" }, "cursor");
  }
  return { key, id: position.id };
}

/** The cursor of the next page, or null on the last one. */
export function sortedCursor(sort: Sort, next: SortedPosition | null): string | null {
  if (!next) return null;
  const key = typeof next.key === "string" ? next.key : next.key.toISOString();
  return writeCursor({ sort, key, id: next.id });
}

/** Rows that a `page` may lie deep; beyond it a `cursor` is asked for, which costs the same at any depth. */
const maxOffset = 10_000;

/** A refusal at `page` when it lies too deep for paging by number. */
export function offsetRefusal(query: { readonly page: number; readonly limit: number }): Refusal | undefined {
  if ((query.page - 1) * query.limit <= maxOffset) return undefined;
  return refuse("invalid", { code: "page_too_deep" }, "page");
}

/** Where a list goes on, as an opaque text. It holds only what the list itself showed; it grants nothing. */
export function writeCursor(position: Record<string, string>): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Reads a cursor back: the named texts, or a refusal at `cursor`. */
export function readCursor<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Record<Name, string> | Refusal | undefined {
  if (text === undefined) return undefined;
  const bad = refuse("invalid", { code: "cursor_invalid" }, "cursor");
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (typeof value !== "object" || value === null) return bad;
    const entries = Object.entries(value).filter(([name]) => (names as readonly string[]).includes(name));
    const complete = entries.length === names.length && entries.every(([, part]) => isStorable(part));
    return complete ? (Object.fromEntries(entries) as Record<Name, string>) : bad;
  } catch {
    return bad;
  }
}

/** A text that the database can be asked for: a cursor is typed by anyone, so it is checked like any other input. */
function isStorable(part: unknown): boolean {
  return typeof part === "string" && !part.includes("\u0000") && part.isWellFormed();
}

/** Reads an instant out of a cursor; undefined when it is none, or of a year that the database does not know. */
export function cursorInstant(text: string): Date | undefined {
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at : undefined;
}
