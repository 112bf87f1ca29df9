import { csvLine } from "../domain/csv.ts";

/** So many rows are read at once for a file. */
export const rowsAtOnce = 250;

/** The lines of a file: its head, and page after page of rows until one is not full. */
export async function* csvPages<Row>(
  head: readonly string[],
  read: (page: number) => Promise<readonly Row[]>,
  cells: (row: Row) => readonly string[],
): AsyncGenerator<string> {
  yield csvLine([...head]);
  for (let page = 1; ; page += 1) {
    const rows = await read(page);
    yield rows.map((row) => csvLine([...cells(row)])).join("");
    if (rows.length < rowsAtOnce) return;
  }
}
