import { type Options, parse } from "csv-parse/sync";

type CsvRow = { readonly number: number; readonly cells: readonly string[] };

/**
 * Splits a CSV text into at most `most` rows with their numbers. Empty rows count, as in a spreadsheet. A
 * quote that is never closed counts as a plain character, because some banks do not escape texts.
 */
export function splitCsv(text: string, delimiter: string, most: number): CsvRow[] {
  const options: Options<string[], string[]> = {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    to: most,
  };
  return parseCells(text, options).map((cells, index) => ({ number: index + 1, cells }));
}

function parseCells(text: string, options: Options<string[], string[]>): string[][] {
  try {
    return parse(text, options);
  } catch {
    return parse(text, { ...options, quote: false });
  }
}
