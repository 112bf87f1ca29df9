import { findDelimiter, tableReader } from "#app/domain/imports/find-table.ts";
import type { ImportTable } from "#app/domain/imports/import-reading.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { TableLine } from "#app/domain/tables/table.ts";
import { splitCsv } from "#app/platform/split-csv.ts";

/** The table of these rows, read as an import reads those of a file. */
export function readRows(lines: readonly TableLine[], mostRows = 50_000): ImportTable | Refusal {
  const reader = tableReader({ format: "utf-8 ,", encoding: "utf-8", delimiter: "," }, mostRows);
  return reader.add(lines) ?? reader.end();
}

/** The table of these rows, each with its cells. */
export function tableOf(rows: readonly (readonly string[])[]): ImportTable {
  const table = readRows(rows.map((cells, at) => ({ number: at + 1, cells })));
  if (isRefusal(table)) throw new Error("The table was refused.");
  return table;
}

/** The table of a CSV text. */
export function tableOfText(text: string): ImportTable | Refusal {
  const most = 60_000;
  const delimiter = findDelimiter(text, (some, one) => splitCsv(some, one, 50));
  return readRows(splitCsv(text, delimiter, most));
}
