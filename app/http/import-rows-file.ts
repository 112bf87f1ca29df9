import { importFileQuery, importWire } from "#app/contracts/file-import.ts";
import { encode } from "#app/contracts/wire.ts";
import { readImport } from "#app/flows/imports/upload-import.ts";
import { rowTexts } from "#app/i18n/import-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { db } from "#app/platform/db.server.ts";
import { type ImportRowFilter, listImportRows, type FileImport } from "#app/store/file-imports.ts";
import { csvLine, csvResponse } from "./csv.ts";
import { importRowView } from "./file-imports.ts";
import { answered } from "./respond.ts";
import { type FileRequest, fileQueryOf } from "./table-files.ts";

const rowsAtOnce = 1000;

const t = merchantTexts("imports");

/** The rows of an import, those of a filter or all. */
export async function importRowsFile({ shop, request }: FileRequest): Promise<Response> {
  const query = fileQueryOf(importFileQuery, request);
  const row = answered(await readImport(shop.shopId, query.id));
  const filter = { outcome: query.outcome, hasNotes: query.noted !== undefined };
  return csvResponse("import-rows.csv", linesOf(row, filter));
}

const columns = ["row", "affiliate", "amount", "currency", "result", "details"] as const;

async function* linesOf(row: FileImport, filter: ImportRowFilter): AsyncGenerator<string> {
  const { shopId, importId, decisions } = row;
  yield csvLine(columns.map((column) => t(`rows.${column}`)));
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = { importId, ...filter, limit: rowsAtOnce, offset };
    // oxlint-disable-next-line no-await-in-loop -- the file is written while it is read
    const rows = await listImportRows(db(), shopId, page);
    for (const shown of encode(
      importWire.shape.list,
      rows.map((one) => importRowView(one, decisions)),
    )) {
      const { affiliate, label, amount, row: number } = shown;
      const [result, ...parts] = rowTexts(shown, { t, day: (day) => day });
      yield csvLine([
        String(number),
        label || (affiliate?.name ?? ""),
        amount?.amount ?? "",
        amount?.currencyCode ?? "",
        result,
        parts.join("; "),
      ]);
    }
    if (rows.length < rowsAtOnce) return;
  }
}
