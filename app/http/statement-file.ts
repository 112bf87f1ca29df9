import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { FileProvider } from "#app/domain/statements/provider.ts";
import type { StatementRow } from "#app/domain/statements/row.ts";
import { type AmountStyle, amountStyleOf, type StyleFault } from "#app/domain/statements/amount-style.ts";
import { type Columns, columnsOf, type Field } from "#app/domain/statements/columns.ts";
import { type DateStyle, dateStyleOf } from "#app/domain/statements/date-style.ts";
import { type FieldError, isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayStart } from "#app/platform/clock.ts";
import { delimiterOf, fileText } from "./file-text.ts";
import {
  cellOf,
  dayCellOf,
  isBelowZero,
  payoutNamedIn,
  readStatementRow,
  type RowReading,
} from "./statement-row.ts";

/** What a person says of a file, where it does not tell by itself. */
export type FileSaid = {
  readonly provider: FileProvider;
  readonly timeZone: string;
  /** For a file without a column of currencies. */
  readonly currency?: string | undefined;
  readonly decimals?: AmountStyle | undefined;
  readonly dates?: "dmy" | "mdy" | undefined;
  /** Names of columns that are called otherwise than usual. */
  readonly columns?: Readonly<Partial<Record<Field, string>>> | undefined;
};

/** A file that can be read to its end: every row was read once already. */
export type StatementFile = {
  readonly rowCount: number;
  /** The first and the last day that it tells of. */
  readonly first: string;
  readonly last: string;
  readonly rows: () => AsyncGenerator<StatementRow>;
};

const mostRows = 50_000;
/** A file with more faults than this is another kind of file. */
const mostFaults = 50;

/**
 * Reads a provider's statement. Encoding and delimiter are found out, the writing of amounts and days is decided by the
 * whole column, and every row is looked at before the first is taken: a fault anywhere refuses all of it, by row.
 */
export async function readStatementFile(bytes: Buffer, said: FileSaid): Promise<StatementFile | Refusal> {
  const text = fileText(bytes);
  if (text.includes("\u0000")) return refuse("invalid", "This is not a CSV file", "file");
  const reading = await readingOf(text, said);
  if (isRefusal(reading)) return reading;
  const checked = await check(text, reading);
  return isRefusal(checked) ? checked : { ...checked, rows: () => rowsOf(text, reading) };
}

type Cells = { readonly number: number; readonly cells: readonly string[] };

/** The lines of the file with their numbers, the first of them 1; empty ones are left out. */
async function* linesOf(text: string): AsyncGenerator<Cells> {
  const options = {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 100_000,
  } as const;
  // In pieces: a file that is handed over whole is parsed before the first line is asked for.
  const parser = Readable.from(piecesOf(text)).pipe(parse(options));
  let number = 0;
  for await (const { record } of parser as AsyncIterable<{ record: string[] }>) {
    number += 1;
    if (record.some((cell) => cell.trim() !== "")) yield { number, cells: record };
  }
}

const pieceLength = 64 * 1024;

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}

/** How the rows of this file are to be read, decided over whole columns. */
async function readingOf(text: string, said: FileSaid): Promise<RowReading | Refusal> {
  const found = await scan(text, said).catch(() => refuse("invalid", "This is not a CSV file", "file"));
  if (isRefusal(found)) return found;
  const { columns, numbers, cells, shifted } = found;
  if (numbers.length === 0) return refuse("invalid", "The file has no rows", "file");
  if (shifted.length > 0) return faults(shifted);
  const isSigned = areSigned(found, said);
  if (isRefusal(isSigned)) return isSigned;
  const styles = stylesOf(cells, said);
  if (!Array.isArray(styles)) {
    return { columns, said, ...styles, isSigned, startOf: dayStarts(said.timeZone) };
  }
  return faults(
    styles.map(({ index, text: cell, message }) => rowFault(numbers[index] ?? 0, `"${cell}" ${message}`)),
  );
}

/** What of a file is looked at as a whole. */
type Scan = {
  readonly columns: Columns;
  readonly numbers: number[];
  readonly cells: Record<"amount" | "fee" | "date", string[]>;
  /** For each row whether it names a payout. */
  readonly isNamed: boolean[];
  /** Rows that have more or fewer cells than the first line: an amount stands in another column there. */
  readonly shifted: FieldError[];
};

async function scan(text: string, said: FileSaid): Promise<Scan | Refusal> {
  let found: Scan | null = null;
  let width = 0;
  for await (const { number, cells } of linesOf(text)) {
    if (found === null) {
      const columns = columnsOf(cells, said.columns ?? {});
      if (!("references" in columns)) return faults(columns.map((one) => ({ ...one, field: "file" })));
      found = { columns, numbers: [], cells: { amount: [], fee: [], date: [] }, isNamed: [], shifted: [] };
      width = cells.length;
      continue;
    }
    if (found.numbers.length === mostRows) return refuse("invalid", `Has more than ${mostRows} rows`, "file");
    found.numbers.push(number);
    if (cells.length !== width && found.shifted.length < mostFaults) {
      found.shifted.push(rowFault(number, `has ${cells.length} cells, and the first line has ${width}`));
    }
    found.cells.amount.push(cellOf(cells, found.columns, "amount"));
    found.cells.fee.push(cellOf(cells, found.columns, "fee"));
    found.cells.date.push(dayCellOf(cells, found.columns));
    found.isNamed.push(payoutNamedIn(cells, found.columns) !== "");
  }
  return found ?? refuse("invalid", "The file has no rows", "file");
}

/**
 * Whether a bank tells by the sign alone what was paid and what came back: where some amounts are below zero, and no
 * column says it. Payouts above zero are refused where they are not the fewer: some banks write what is paid without a
 * sign, and what was paid must not pass for what came back.
 */
function areSigned({ columns, cells, numbers, isNamed }: Scan, { provider }: FileSaid): boolean | Refusal {
  const below = cells.amount.map(isBelowZero);
  if (provider !== "bank" || columns.type !== undefined || !below.includes(true)) return false;
  const named = below.flatMap((isBelow, index) => (isNamed[index] ? [{ isBelow, index }] : []));
  const above = named.filter((one) => !one.isBelow);
  const [first] = above;
  if (first === undefined || above.length * 2 <= named.length) return true;
  const text = `"${cells.amount[first.index]}" may be a payment or one that came back: add a column Type with Debit or Credit`;
  return faults([rowFault(numbers[first.index] ?? 0, text)]);
}

/** Where days begin, each reckoned once: a statement has thousands of rows and few days. */
function dayStarts(timeZone: string): (day: string) => Date {
  const known = new Map<string, Date>();
  return (day) => {
    const at = known.get(day) ?? dayStart(timeZone, day);
    known.set(day, at);
    return at;
  };
}

type Styles = { readonly amount: AmountStyle; readonly fee: AmountStyle; readonly date: DateStyle };

function stylesOf(
  cells: Readonly<Record<"amount" | "fee" | "date", readonly string[]>>,
  { decimals, dates }: FileSaid,
): Styles | StyleFault[] {
  const amount = amountStyleOf(cells.amount, decimals ?? null);
  const fee = amountStyleOf(cells.fee, decimals ?? (typeof amount === "string" ? amount : null));
  const date = dateStyleOf(cells.date, dates ?? null);
  const wrong = [amount, fee, date].filter((one) => typeof one !== "string");
  return typeof amount === "string" && typeof fee === "string" && typeof date === "string"
    ? { amount, fee, date }
    : wrong;
}

/** Reads every row once: what is wrong is told by row, and the days are found that it is about. */
async function check(text: string, reading: RowReading): Promise<Omit<StatementFile, "rows"> | Refusal> {
  const wrong: FieldError[] = [];
  const seen = new Map<string, number>();
  let [rowCount, first, last] = [0, "9999", ""];
  for await (const row of readingsOf(text, reading)) {
    if ("fault" in row) wrong.push(rowFault(row.number, row.fault));
    else {
      const before = row.identity === null ? undefined : seen.get(row.identity);
      if (before !== undefined) wrong.push(rowFault(row.row.number, `repeats row ${before}`));
      if (row.identity !== null) seen.set(row.identity, row.row.number);
      rowCount += 1;
      if (row.row.day < first) first = row.row.day;
      if (row.row.day > last) last = row.row.day;
    }
    if (wrong.length >= mostFaults) break;
  }
  if (wrong.length > 0) return faults(wrong);
  return rowCount > 0 ? { rowCount, first, last } : refuse("invalid", "No row of it is a payout", "file");
}

async function* rowsOf(text: string, reading: RowReading): AsyncGenerator<StatementRow> {
  for await (const row of readingsOf(text, reading)) if ("row" in row) yield row.row;
}

async function* readingsOf(text: string, reading: RowReading) {
  let isHead = true;
  for await (const line of linesOf(text)) {
    if (!isHead) {
      const row = readStatementRow(line.number, line.cells, reading);
      if (row !== null) yield row;
    }
    isHead = false;
  }
}

function rowFault(number: number, message: string): FieldError {
  return { field: `row ${number}`, message: `Row ${number}: ${message}` };
}

function faults(errors: readonly FieldError[]): Refusal {
  const [only] = errors;
  const message =
    errors.length === 1 && only ? only.message : "The file has faults, and nothing of it was taken in";
  return { refused: "invalid", message, errors };
}
