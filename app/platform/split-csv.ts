import { CsvError, type Options as StreamOptions, parse as parseStream } from "csv-parse";
import { type Options, parse } from "csv-parse/sync";
import { Readable } from "node:stream";

type CsvRow = { readonly number: number; readonly cells: readonly string[] };

const recordEnds = ["\r\n", "\n", "\r"];

/**
 * Splits a CSV text into at most `most` rows with their numbers. Empty rows count, as in a spreadsheet. A
 * quote that is never closed counts as a plain character, because some banks do not escape texts.
 */
export function splitCsv(text: string, delimiter: string, most: number): CsvRow[] {
  const options: Options<string[], string[]> = {
    delimiter,
    record_delimiter: recordEnds,
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

/** A quoted cell that does not end, in this row and column. */
export class OpenQuoteError extends Error {
  override name = "OpenQuoteError";
  readonly row: number;
  readonly column: number;
  constructor(row: number, column: number) {
    super("A quoted cell does not end.");
    [this.row, this.column] = [row, column];
  }
}

/** Rows that are passed on together. */
const rowsAtOnce = 2000;
/** A longer row has a quote that nothing closes. */
const longestRow = 4_000_000;

/**
 * Splits the parts of a CSV text into rows like `splitCsv`, some at once, without keeping more than these.
 * @throws OpenQuoteError
 */
export async function* streamCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow[]> {
  const options: StreamOptions<string[], string[]> = {
    delimiter,
    record_delimiter: recordEnds,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  };
  const source = Readable.from(texts);
  const parser = parseStream(options);
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let [rows, number]: [CsvRow[], number] = [[], 0];
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      rows.push({ number, cells });
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError) || !isOpenQuote(error)) throw error;
    throw new OpenQuoteError(Number(error["records"]) + 1, Number(error["index"]) + 1);
  } finally {
    source.destroy();
  }
  if (rows.length > 0) yield rows;
}

const isOpenQuote = ({ code }: CsvError) => code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE";
