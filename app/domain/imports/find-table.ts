import { type Refusal, refuse } from "../refusal.ts";
import { plainWord } from "../tables/plain-word.ts";
import { delimiters, type Delimiter, type TableLine } from "../tables/table.ts";
import type { ImportTable } from "./import-reading.ts";
import { headerNames, usualUse } from "./find-layout.ts";
import { rowSampler } from "./sample-rows.ts";

const mostColumns = 200;
const mostCellLength = 10_000;
/** Some files have a title or a section's name above the header. */
const headerIsWithin = 20;
/** Rows by which a delimiter is chosen. */
export const firstRows = 50;

/** Cuts a text into rows and cells. */
type SplitRows = (text: string, delimiter: Delimiter) => readonly TableLine[];

/**
 * Finds the delimiter by the beginning of a CSV text: the one under which a row has the most known names. Without known
 * names, the one under which the middle row has the most columns.
 */
export function findDelimiter(text: string, split: SplitRows): Delimiter {
  const told = /^\s*sep=(.)\s*$/im.exec(text.slice(0, 20))?.[1];
  const possible = delimiters.filter((one) => told === undefined || one === told);
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of possible) {
    const lines = split(text, delimiter).slice(0, firstRows);
    const known = Math.max(0, ...lines.slice(0, headerIsWithin).map(({ cells }) => headerScore(cells)));
    const score = known * (mostColumns + 1) + Math.min(mostColumns, middleWidth(lines));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Takes the rows of a file, and answers with its table, or with the first fault. */
type TableReader = {
  readonly add: (lines: readonly TableLine[]) => Refusal | null;
  readonly end: () => ImportTable | Refusal;
};

type TableForm = Pick<ImportTable, "format"> & Omit<ImportTable["source"], "headerRow">;

/** Reads a table row by row: finds its header among the first ones, and keeps a sample of those below it. */
export function tableReader({ format, ...source }: TableForm, mostRows: number): TableReader {
  const sampler = rowSampler();
  let first: TableLine[] | null = [];
  let header: TableLine | null = null;
  let body: ReturnType<typeof bodyReader> | null = null;
  let rows = 0;
  const take = (lines: readonly TableLine[]): Refusal | null => {
    for (const line of body?.(lines) ?? []) {
      const fault = rowFault(line) ?? (rows === mostRows ? tooManyRows(mostRows) : null);
      if (fault) return fault;
      rows += 1;
      sampler.add(line);
    }
    return null;
  };
  const begin = (): Refusal | null => {
    const lines = first ?? [];
    first = null;
    header = findHeader(lines);
    if (header) body = bodyReader(header.number);
    return take(lines);
  };
  return {
    add: (lines) => {
      if (first === null) return take(lines);
      first.push(...lines);
      return first.length < headerIsWithin ? null : begin();
    },
    end: () => {
      const fault = first === null ? null : begin();
      if (fault) return fault;
      if (header === null || rows === 0) return refuse("invalid", { code: "file_empty" }, "file");
      const width = header.cells.findLastIndex((cell) => cell.trim() !== "") + 1;
      const head = header.cells.slice(0, width).map((cell) => cell.trim());
      return { head, sample: sampler.lines, rows, format, source: { ...source, headerRow: header.number } };
    },
  };
}

/**
 * Passes on the rows of the table below a header, without empty ones. A row such as [[AFFILIATES]] begins another
 * table, which is left out.
 */
export function bodyReader(headerRow: number): (lines: readonly TableLine[]) => TableLine[] {
  let isOver = false;
  return (lines) =>
    lines.filter(({ number, cells }) => {
      if (number <= headerRow || isOver || filled(cells) === 0) return false;
      isOver = /^\[\[.*\]\]$/.test(cells[0]?.trim() ?? "");
      return !isOver;
    });
}

function findHeader(lines: readonly TableLine[]): TableLine | null {
  const scores = lines.slice(0, headerIsWithin).map(({ cells }) => headerScore(cells));
  const best = Math.max(0, ...scores);
  const at = best > 0 ? scores.indexOf(best) : lines.findIndex(({ cells }) => filled(cells) > 1);
  return lines[at] ?? null;
}

const tooManyRows = (most: number) => refuse("invalid", { code: "file_rows", most }, "file");

function rowFault({ number: row, cells }: TableLine): Refusal | null {
  if (cells.length > mostColumns) {
    return refuse("invalid", { code: "file_columns", row, most: mostColumns }, "file");
  }
  for (const [at, cell] of cells.entries()) {
    const column = at + 1;
    if (cell.length > mostCellLength) {
      return refuse("invalid", { code: "file_cell", row, column, most: mostCellLength }, "file");
    }
    if (cell.includes("\u0000")) return refuse("invalid", { code: "file_zero_byte", row, column }, "file");
  }
  return null;
}

function middleWidth(lines: readonly TableLine[]): number {
  const widths = lines.map(({ cells }) => filled(cells)).toSorted((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** Number of cells that are names of known columns. One alone may be a value. */
function headerScore(cells: readonly string[]): number {
  const known = cells.filter((cell) => {
    const name = plainWord(cell);
    return name !== "" && (headerNames.has(name) || usualUse(name) !== null);
  }).length;
  return known >= 2 ? known : 0;
}
