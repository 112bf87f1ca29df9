import type { ListQuery } from "#app/contracts/wire.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { cursorInstant, readCursor, writeCursor } from "./cursor.ts";
import { offsetRefusal } from "./paginate.ts";

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
    return refuse("invalid", "Is not a cursor of this list in this order", "cursor");
  }
  return { key, id: position.id };
}

/** The cursor of the next page, or null on the last one. */
export function sortedCursor(sort: Sort, next: SortedPosition | null): string | null {
  if (!next) return null;
  const key = typeof next.key === "string" ? next.key : next.key.toISOString();
  return writeCursor({ sort, key, id: next.id });
}
