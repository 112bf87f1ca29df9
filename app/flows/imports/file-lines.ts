import { bodyReader } from "#app/domain/imports/find-table.ts";
import { importLimits, type TableSource } from "#app/domain/imports/import-reading.ts";
import type { Encoding, TableLine } from "#app/domain/tables/table.ts";
import type { Db } from "#app/platform/db.server.ts";
import { readXlsx } from "#app/platform/read-xlsx.server.ts";
import { streamCsv } from "#app/platform/split-csv.ts";
import { readChunks, type StoredFile } from "#app/store/file-chunks.ts";

/** The rows of a stored file below its header, some at once. */
export async function* fileLines(
  db: Db,
  file: StoredFile,
  { encoding, headerRow, delimiter }: TableSource,
): AsyncGenerator<TableLine[]> {
  const body = bodyReader(headerRow);
  if (encoding === "xlsx") {
    const lines = body(await workbookLines(db, file));
    for (let at = 0; at < lines.length; at += linesAtOnce) yield lines.slice(at, at + linesAtOnce);
    return;
  }
  for await (const lines of csvLines(db, file, { encoding, delimiter })) yield body(lines);
}

const linesAtOnce = 2000;

/** All rows of a stored workbook. */
export async function workbookLines(db: Db, file: StoredFile): Promise<TableLine[]> {
  const parts: Buffer[] = [];
  for await (const part of readChunks(db, file)) parts.push(part);
  // Titles may stand above the rows.
  return readXlsx(Buffer.concat(parts), importLimits.xlsx.rows + 100);
}

type CsvForm = { readonly encoding: Encoding; readonly delimiter: string };

/** All rows of a stored CSV file, some at once. */
export function csvLines(
  db: Db,
  file: StoredFile,
  { encoding, delimiter }: CsvForm,
): AsyncGenerator<TableLine[]> {
  return streamCsv(textsOf(readChunks(db, file), encoding), delimiter);
}

async function* textsOf(parts: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of parts) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}
