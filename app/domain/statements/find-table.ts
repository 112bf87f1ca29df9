import { amountCell } from "./amount-cell.ts";
import { dateCell } from "./date-cell.ts";
import { type Delimiter, delimiters, type StatementLine } from "./reading.ts";
import { usesOfName } from "./words/all-words.ts";

/** Cuts a text into rows and cells; no more rows than `most`. */
export type SplitRows = (text: string, delimiter: Delimiter, most: number) => readonly StatementLine[];

export type FoundTable = { readonly delimiter: Delimiter; readonly headerLine: number };

const looksAtRows = 400;
export const mostColumns = 200;
const headerIsWithin = 80;

/** Finds delimiter and header row. The line `sep=;`, or a chosen delimiter, decides. */
export function findTable(
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

/** More rows of one width with a day and an amount make a better delimiter. */
function scoreOf(lines: readonly StatementLine[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of lines) {
    if (isDataRow(cells)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  }
  const rows = [...widths.values()].reduce((sum, one) => sum + one, 0);
  if (rows === 0) return namedCells(lines) / 1000;
  const [width = 0, commonest = 0] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return (commonest / rows) * rows * Math.min(width, 6);
}

/** For a file without rows: how many cells of a line are known column names. */
function namedCells(lines: readonly StatementLine[]): number {
  return Math.max(0, ...lines.map(({ cells }) => knownNames(cells)));
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

export function isDataRow(cells: readonly string[]): boolean {
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

/** Cells up to the last one that is not empty. */
export function trimmedWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

/** The row with the most known names, else the nearest fitting row above the first row of data; 0 for none. */
function headerLineOf(lines: readonly StatementLine[]): number {
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
