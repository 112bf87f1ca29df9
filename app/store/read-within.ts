import { refuse, type Refusal } from "../domain/refusal.ts";
import { type Db, inSnapshotWithin, TookTooLong } from "../platform/db.server.ts";

/** A question that takes longer than a person waits is ended by the database. Milliseconds for a statement. */
const usualLimitMs = 8000;

/** What is asked, as a sentence begins with it ("This report takes"), what to do instead, and how long it may take. */
export type Within = { readonly what: string; readonly hint: string; readonly limitMs?: number | undefined };

/**
 * Reads at one moment of the database, which ends a statement that takes too long: that is refused, in words that say
 * what to ask for instead.
 */
export async function readWithin<Answer>(
  { what, hint, limitMs = usualLimitMs }: Within,
  read: (db: Db) => Promise<Answer>,
): Promise<Answer | Refusal> {
  try {
    return await inSnapshotWithin(limitMs, read);
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return refuse("unavailable", `${what} longer than ${limitMs / 1000} seconds. ${hint}`);
  }
}

/** A filter may find few among very many: the database ends it then. */
export const thisList: Within = { what: "This list takes", hint: "Choose other filters, or fewer of them." };

/** Rows of a list, and where it goes on behind them; null at its end. */
export type ListPart<Row, Place> = { readonly rows: readonly Row[]; readonly next: Place | null };

/** Is handed the rows of a list, some at a time, and waited for. */
export type Take<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Reads all of a list at one moment, part by part; nothing is kept. A list without rows has one part. Each statement has
 * the time that a page of the list has.
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

/** Parts of a list that is paged by counting: at one moment, they are all of it, and nothing twice. */
export function byOffset<Row>(
  list: (db: Db, part: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>,
) {
  return async (db: Db, offset = 0): Promise<ListPart<Row, number>> => {
    const rows = await list(db, { limit: rowsAtOnce, offset });
    return { rows, next: rows.length === rowsAtOnce ? offset + rowsAtOnce : null };
  };
}
