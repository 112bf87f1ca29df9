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
