import type { FileKind } from "../file-reasons.ts";
import { isRefusal, type Refusal, refuse } from "../refusal.ts";
import { amountCell } from "../tables/amount-cell.ts";
import { dateCell } from "../tables/date-cell.ts";
import { decodeAs, decodeText } from "../tables/decode-text.ts";
import { columnsOfLayout, findColumns, isListed, missing, sizeOfLayout } from "./find-columns.ts";
import {
  type FileParts,
  findAccount,
  findCurrency,
  findDates,
  findDecimalSign,
  findDirection,
  findFee,
} from "./find-settings.ts";
import { allLayouts } from "./layouts/all-layouts.ts";
import {
  type ColumnUse,
  type Detection,
  mostStatementRows,
  type ReadingQuestion,
  type StatementLayout,
  type StatementReading,
} from "./reading.ts";
import { type Delimiter, delimiters, type TableLine } from "../tables/table.ts";
import { factsReader, type RowFacts } from "./row-facts.ts";
import { accentedWords, usesOfName, wordReader } from "./words/all-words.ts";

const mostCellLength = 10_000;
const looksAtRows = 400;

/** Beginnings of files of other kinds. */
const otherKinds: readonly (readonly [string, FileKind])[] = [
  ["PK\u0003", "zip"],
  ["\u00d0\u00cf", "excel"],
  ["%PDF", "pdf"],
  ["<", "web_page"],
];

/** Place of a file's table. */
type TablePlace = Pick<StatementReading, "encoding" | "delimiter" | "headerLine">;

/**
 * Corrections on which the other settings depend. Columns chosen for a table of another width are ignored.
 */
export type ChosenTable = Partial<TablePlace & Pick<StatementReading, "columns">>;

/** Proposes how to read a CSV statement, with questions about everything that the file doesn't prove. */
export function detectReading(
  bytes: Uint8Array,
  { split, chosen = {} }: { readonly split: SplitRows; readonly chosen?: ChosenTable },
): Detection | Refusal {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 200)).trim();
  const other = otherKinds.find(([begins]) => beginning.startsWith(begins));
  if (other) return refuse("invalid", { code: "file_kind", what: other[1] }, "file");
  const found = decodeText(bytes, accentedWords);
  const encoding = chosen.encoding ?? found.encoding;
  const text = encoding === found.encoding ? found.text : decodeAs(bytes, encoding);
  const place = { encoding, ...findTable(text, { split, delimiter: chosen.delimiter }) };
  const { headerLine = place.headerLine } = chosen;
  const lines = linesOf(text, { ...place, headerLine }, split);
  return isRefusal(lines) ? lines : detectInTable(lines, { ...place, headerLine }, chosen.columns);
}

/** The lines of a file, or a refusal if it is too large. */
function linesOf(
  text: string,
  { delimiter, headerLine }: TablePlace,
  split: SplitRows,
): readonly TableLine[] | Refusal {
  if (text.includes("\u0000")) return refuse("invalid", { code: "file_kind", what: "not_csv" }, "file");
  const lines = split(text, delimiter, headerLine + mostStatementRows + 1);
  return limitFault(lines, headerLine) ?? lines;
}

function limitFault(lines: readonly TableLine[], headerLine: number): Refusal | null {
  const rows = lines.filter(({ number, cells }) => number > headerLine && trimmedWidth(cells) > 0);
  if (rows.length === 0) return refuse("invalid", { code: "file_empty" }, "file");
  if (rows.length > mostStatementRows) {
    return refuse("invalid", { code: "file_rows", most: mostStatementRows }, "file");
  }
  for (const { number, cells } of lines) {
    if (cells.length > mostColumns) {
      return refuse("invalid", { code: "file_columns", row: number, most: mostColumns }, "file");
    }
    const column = cells.findIndex((cell) => cell.length > mostCellLength) + 1;
    if (column > 0) {
      return refuse("invalid", { code: "file_cell", row: number, column, most: mostCellLength }, "file");
    }
  }
  return null;
}

/** The column names of a file. Columns without names are numbered. */
function headOf(lines: readonly TableLine[], headerLine: number): readonly string[] {
  const header = lines.find(({ number }) => number === headerLine);
  const below = lines.filter(({ number }) => number > headerLine);
  const widths = below.map(({ cells }) => trimmedWidth(cells));
  // Some files have unnamed columns at the end: a flag, or further lines of the purpose.
  if (header) {
    const named = trimmedWidth(header.cells);
    const width = Math.max(named, ...widths.filter((one) => one <= header.cells.length));
    return header.cells.slice(0, width).map((cell) => cell.trim());
  }
  return Array.from({ length: Math.max(0, ...widths) }, (_, at) => `Column ${at + 1}`);
}

/** Detects all settings after the place of the table. */
function detectInTable(
  all: readonly TableLine[],
  place: TablePlace,
  chosen: readonly ColumnUse[] | undefined,
): Detection {
  const { headerLine } = place;
  const head = headOf(all, headerLine);
  const preamble = all.filter(({ number }) => number < headerLine);
  const lines = all.filter(({ number, cells }) => number > headerLine && trimmedWidth(cells) > 0);
  const table = { head, lines: bookingsOf(lines) };
  const known = layoutOf(table, headerLine > 0);
  const { layout } = known ?? { layout: null };
  const told = chosen?.length === head.length ? chosen : known?.columns;
  const found = told ? { columns: told, questions: missing(told) } : findColumns(table, headerLine > 0);
  const file: FileParts = { head, preamble, lines, columns: found.columns, layout };
  const currency = findCurrency(file);
  const decimals = findDecimalSign(file, currency.mayHaveThreeDecimals);
  const dates = findDates(file);
  const words = layout?.words ?? [];
  const { columns } = found;
  const settings = { ...place, columns, decimals: decimals.value, dates: dates.value, words };
  const facts = lines.map(factsReader(settings));
  const direction = findDirection(facts, { ...file, order: dates.value });
  const fee = findFee(facts, { ...file, order: dates.value });
  const account = findAccount(file);
  const open = [currency, decimals, dates, direction, fee, account].flatMap(({ question }) => question ?? []);
  const unknown = unknownWords(facts, { columns, words, isProven: direction.question === null });
  return {
    reading: {
      ...settings,
      direction: direction.value,
      fee: fee.value,
      currency: currency.value,
      account: account.value,
    },
    layout: layout?.name ?? null,
    questions: [...found.questions, ...open, ...unknown],
    head,
    lines,
  };
}

/** Rows that prove the uses of columns. Totals and footers prove nothing. */
function bookingsOf(lines: readonly TableLine[]): readonly TableLine[] {
  const bookings = lines.filter(({ cells }) => isDataRow(cells));
  return (bookings.length > 0 ? bookings : lines).slice(0, looksAtRows);
}

type Table = { readonly head: readonly string[]; readonly lines: readonly TableLine[] };

function layoutOf(table: Table, hasNames: boolean) {
  const found = findColumns(table, hasNames).columns;
  const fitting = allLayouts.flatMap((layout) => {
    const columns = columnsOfLayout(layout, table, hasNames);
    return columns === null || leavesOut(layout, { columns, found, head: table.head })
      ? []
      : [{ layout, columns }];
  });
  return fitting.toSorted((a, b) => sizeOfLayout(b.layout) - sizeOfLayout(a.layout))[0] ?? null;
}

/** Columns that decide about money. A layout that lacks one of these uses in a file does not fit it. */
const decisiveUses: ReadonlySet<ColumnUse> = new Set<ColumnUse>([
  "amount",
  "moneyIn",
  "moneyOut",
  "flag",
  "currency",
  "fee",
  "status",
  "type",
]);

type Fit = Table & { readonly columns: readonly ColumnUse[]; readonly found: readonly ColumnUse[] };

/** True if the file has a column that decides about money and that the layout lacks. */
function leavesOut(layout: StatementLayout, { columns, found, head }: Omit<Fit, "lines">): boolean {
  return found.some(
    (use, at) => decisiveUses.has(use) && columns[at] === "skip" && !isListed(layout, head[at] ?? ""),
  );
}

/** Questions that a chosen reading leaves open. */
export function openQuestions(
  lines: readonly TableLine[],
  reading: StatementReading,
): readonly ReadingQuestion[] {
  const facts = lines.filter(({ number }) => number > reading.headerLine).map(factsReader(reading));
  const hasWitness = reading.direction !== "plus_is_out";
  return [...missing(reading.columns), ...unknownWords(facts, { ...reading, isProven: hasWitness })];
}

const mostWords = 20;

type WordHints = Pick<StatementReading, "columns" | "words"> & { readonly isProven: boolean };

/** Unknown words of rows that name a payment. Such rows are unclear until the merchant gives the meaning. */
function unknownWords(
  facts: readonly RowFacts[],
  { columns, words, isProven }: WordHints,
): ReadingQuestion[] {
  const uses = isProven ? (["status"] as const) : (["status", "type"] as const);
  return uses.flatMap((column) => {
    const meaningOf = wordReader(words, column);
    const unknown = new Set<string>();
    for (const { named, text } of facts) {
      const word = text(column);
      if (named.payments.length > 0 && word !== "" && meaningOf(word) === null) unknown.add(word);
    }
    return [...unknown].slice(0, mostWords).map((word) => ({
      setting: "words" as const,
      column: columns.indexOf(column),
      word,
      reason: { code: "reading_word", word: word.slice(0, 60) } as const,
      choices: column === "status" ? ["done", "pending", "not_paid", "returned"] : ["description", "return"],
    }));
  });
}

/** Cuts a text into rows and cells, at most `most` rows. */
type SplitRows = (text: string, delimiter: Delimiter, most: number) => readonly TableLine[];

type FoundTable = { readonly delimiter: Delimiter; readonly headerLine: number };
const mostColumns = 200;
const headerIsWithin = 80;

/** Finds delimiter and header row. A line `sep=;` or a chosen delimiter decides. */
function findTable(
  text: string,
  { split, delimiter: chosen }: { readonly split: SplitRows; readonly delimiter?: Delimiter | undefined },
): FoundTable {
  const told = chosen ?? /^\s*sep=(.)\s*$/im.exec(text.slice(0, 20))?.[1];
  const possible = delimiters.filter((one) => told === undefined || told === one);
  let best: { readonly score: number; readonly found: FoundTable } | null = null;
  for (const delimiter of possible.length > 0 ? possible : delimiters) {
    const lines = split(text, delimiter, looksAtRows).filter(({ cells }) => cells.length <= mostColumns);
    const score = scoreOf(lines);
    if (best === null || score > best.score) {
      best = { score, found: { delimiter, headerLine: headerLineOf(lines) } };
    }
  }
  return best?.found ?? { delimiter: ",", headerLine: 1 };
}

/** A delimiter is better with more rows of one width that have a day and an amount. */
function scoreOf(lines: readonly TableLine[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of lines) {
    if (isDataRow(cells)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  }
  const rows = [...widths.values()].reduce((sum, one) => sum + one, 0);
  if (rows === 0) return namedCells(lines) / 1000;
  const [width = 0, commonest = 0] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return (commonest / rows) * rows * Math.min(width, 6);
}

/** For a file without rows: the number of known column names in a line. */
function namedCells(lines: readonly TableLine[]): number {
  return Math.max(0, ...lines.map(({ cells }) => knownNames(cells)));
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

function isDataRow(cells: readonly string[]): boolean {
  if (filled(cells).length < 3) return false;
  const dates = cells.map((cell) => dateCell(cell) !== null);
  return dates.includes(true) && cells.some((cell, at) => !dates[at] && amountCell(cell) !== null);
}

function hasDateOrAmount(cells: readonly string[]): boolean {
  return cells.some((cell) => dateCell(cell) !== null || amountCell(cell) !== null);
}

function knownNames(cells: readonly string[]): number {
  return filled(cells).filter((cell) => cell.length < 60 && usesOfName(cell).length > 0).length;
}

function isHeader(cells: readonly string[], width: number): boolean {
  const isFilled = filled(cells).length >= Math.max(2, 0.6 * Math.min(width, trimmedWidth(cells)));
  return isFilled && trimmedWidth(cells) >= 0.5 * width && !hasDateOrAmount(cells);
}

/** Number of cells up to the last one that is not empty. */
function trimmedWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

/**
 * The row with the most known names, otherwise the nearest fitting row above the first data row. 0 for none.
 */
function headerLineOf(lines: readonly TableLine[]): number {
  const first = lines.findIndex(({ cells }) => isDataRow(cells));
  const width = trimmedWidth(lines[first]?.cells ?? []);
  const known = lines
    .slice(0, headerIsWithin)
    .filter(({ cells }) => isHeader(cells, 0))
    .map(({ number, cells }) => ({ number, names: knownNames(cells) }));
  const best = Math.max(0, ...known.map(({ names }) => names));
  if (best >= 3 || (best >= 2 && first < 0)) return known.find(({ names }) => names === best)?.number ?? 0;
  const above = lines.slice(Math.max(0, first - 4), Math.max(0, first));
  return above.findLast(({ cells }) => isHeader(cells, width))?.number ?? 0;
}
