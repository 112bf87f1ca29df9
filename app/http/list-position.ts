import type { ListQuery } from "#app/contracts/wire.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { cursorInstant, readCursor, writeCursor } from "./cursor.ts";
import { offsetRefusal } from "./paginate.ts";

/** The last row already shown of a list that is sorted by an instant and then by id. */
export type Position = { readonly at: Date; readonly id: string };

/** Where a call's list goes on: below its cursor, or undefined where it is paged by number. */
export function positionOf(query: ListQuery): Position | undefined | Refusal {
  const position = readCursor(query.cursor, ["at", "id"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  const at = cursorInstant(position.at);
  return at ? { at, id: position.id } : refuse("invalid", "Is not a cursor of this list", "cursor");
}

/** The cursor of the next page, or null at the end. */
export function nextCursor(last: Position | null): string | null {
  return last ? writeCursor({ at: last.at.toISOString(), id: last.id }) : null;
}
