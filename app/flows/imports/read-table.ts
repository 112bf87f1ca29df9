import { tableOfLines, tableOfText } from "#app/domain/imports/find-table.ts";
import { type ImportTable, mostImportRows } from "#app/domain/imports/import-reading.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { decodeText } from "#app/domain/tables/decode-text.ts";
import { foreignFile } from "#app/domain/tables/file-kind.ts";
import { readXlsx, XlsxError } from "#app/platform/read-xlsx.server.ts";
import { splitCsv } from "#app/platform/split-csv.ts";

const mostBytes = 10_000_000;

/** Refuses an empty or too large file. */
export function faultOfSize({ length }: Buffer): Refusal | null {
  if (length === 0) return refuse("invalid", { code: "file_empty" }, "file");
  return length > mostBytes ? refuse("invalid", { code: "file_too_large", megabytes: 10 }, "file") : null;
}

/** Finds the table of a CSV file or workbook. */
export function readTable(bytes: Buffer): ImportTable | Refusal {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return readWorkbook(bytes);
  const foreign = foreignFile(bytes);
  if (foreign) return foreign;
  const { text, encoding } = decodeText(bytes);
  return tableOfText(text, encoding, splitCsv);
}

function readWorkbook(bytes: Buffer): ImportTable | Refusal {
  try {
    return tableOfLines(readXlsx(bytes, mostImportRows + 100), "xlsx");
  } catch (error) {
    if (error instanceof XlsxError) return refuse("invalid", { code: "file_damaged" }, "file");
    throw error;
  }
}
