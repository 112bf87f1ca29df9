import type { Refusal } from "#app/domain/refusal.ts";
import { accepted } from "./accepted.ts";

/** All rows of a list that hands them over part by part. */
export async function wholeOf<Row>(
  read: (take: (rows: readonly Row[]) => Promise<void>) => Promise<null | Refusal>,
): Promise<Row[]> {
  const all: Row[] = [];
  const answer = await read((rows) => {
    all.push(...rows);
    return Promise.resolve();
  });
  accepted(answer);
  return all;
}
