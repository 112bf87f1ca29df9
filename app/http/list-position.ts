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

/** The same for what is sorted by its id. */
export function idPositionOf(query: Omit<ListQuery, "search">): string | undefined | Refusal {
  const position = readCursor(query.cursor, ["id"]);
  if (isRefusal(position)) return position;
  return position ? position.id : offsetRefusal(query);
}

export function nextIdCursor(last: string | null): string | null {
  return last === null ? null : writeCursor({ id: last });
}

/** The same for the ledger, which is sorted by its sequence. */
export function sequenceOf(query: Omit<ListQuery, "search">): bigint | undefined | Refusal {
  const position = readCursor(query.cursor, ["sequence"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  // What a bigint of the database holds has at most 19 digits, and those of 18 all do.
  return /^\d{1,18}$/.test(position.sequence)
    ? BigInt(position.sequence)
    : refuse("invalid", "Is not a cursor of this list", "cursor");
}

export function nextSequenceCursor(last: bigint | null): string | null {
  return last === null ? null : writeCursor({ sequence: String(last) });
}
