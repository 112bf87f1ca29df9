import { least } from "./numbers.ts";

/** What an affiliate's commission for one thing holds: still waiting, and released. */
export type Entry = { pending: bigint; payable: bigint };

/** Every commission by a key of its own, with whose it is. */
export type Books = Map<string, Entry & { readonly affiliateId: string }>;

const entryOf = (books: Books, key: string, affiliateId: string): Entry => {
  const known = books.get(key) ?? { affiliateId, pending: 0n, payable: 0n };
  books.set(key, known);
  return known;
};

/** M2, M3: the difference is posted: what is missing waits, what is too much leaves pending first and payable then. */
export function post(books: Books, key: string, affiliateId: string, stands: bigint): void {
  const entry = entryOf(books, key, affiliateId);
  const difference = stands - entry.pending - entry.payable;
  if (difference >= 0n) {
    entry.pending += difference;
    return;
  }
  const fromPending = least(entry.pending, -difference);
  entry.pending -= fromPending;
  entry.payable += difference + fromPending;
}

/** M11 */
export function release(books: Books, key: string): void {
  const entry = books.get(key);
  if (entry === undefined) return;
  entry.payable += entry.pending;
  entry.pending = 0n;
}

/** What the affiliates have. */
export function balancesOf(books: Books): Map<string, Entry> {
  const sums = new Map<string, Entry>();
  for (const { affiliateId, pending, payable } of books.values()) {
    const sum = sums.get(affiliateId) ?? { pending: 0n, payable: 0n };
    sums.set(affiliateId, { pending: sum.pending + pending, payable: sum.payable + payable });
  }
  return sums;
}
