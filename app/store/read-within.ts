import type { SlowRead } from "../domain/slow-read.ts";
import { refuse, type Refusal } from "../domain/refusal.ts";
import { type Db, inSnapshotWithin, TookTooLong } from "../platform/db.server.ts";

/**
 * The default limit in milliseconds per statement. The database cancels longer ones, because a person would not
 * wait.
 */
const usualLimitMs = 8000;

/** The read that the refusal names, and its time limit. */
export type Within = { readonly what: SlowRead; readonly limitMs?: number | undefined };

/**
 * Reads in one snapshot. If a statement takes too long, the database cancels it and a refusal suggests what to
 * do instead.
 */
export async function readWithin<Answer>(
  { what, limitMs = usualLimitMs }: Within,
  read: (db: Db) => Promise<Answer>,
): Promise<Answer | Refusal> {
  try {
    return await inSnapshotWithin(limitMs, read);
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return refuse("unavailable", { code: "took_too_long", what, seconds: limitMs / 1000 });
  }
}

/** For lists. A filter may find few rows among very many, and is then canceled. */
export const thisList: Within = { what: "list" };

/** Rows of a list with the place of the next part. `next` is null at the end. */
export type ListPart<Row, Place> = { readonly rows: readonly Row[]; readonly next: Place | null };

/**
 * The rows of a page, from a query for one row more than its limit. The next page begins after `last`, which
 * is undefined if there is none.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: Row[]; readonly last: Row | undefined } {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined };
}

/** Receives the rows of a list, part by part. The reader waits for it. */
export type Take<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Reads a whole list in one snapshot, part by part, and keeps nothing. A list without rows has one part. Each
 * statement has the time limit of a page.
 */
export async function readWholeWithin<Row, Place>(
  within: Within,
  readPart: (db: Db, after: Place | undefined) => Promise<ListPart<Row, Place>>,
  take: Take<Row>,
): Promise<null | Refusal> {
  return await readWithin(within, async (db) => {
    for (let after: Place | undefined; ;) {
      const { rows, next } = await readPart(db, after);
      await take(rows);
      if (next === null) return null;
      after = next;
    }
  });
}

const rowsAtOnce = 250;

/** Reads the parts of a list by offset. Within one snapshot nothing is missing or repeated. */
export function byOffset<Row>(
  list: (db: Db, part: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>,
) {
  return async (db: Db, offset = 0): Promise<ListPart<Row, number>> => {
    const rows = await list(db, { limit: rowsAtOnce, offset });
    return { rows, next: rows.length === rowsAtOnce ? offset + rowsAtOnce : null };
  };
}
