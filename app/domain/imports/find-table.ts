import { type Refusal, refuse } from "../refusal.ts";
import { plainWord } from "../tables/plain-word.ts";
import { delimiters, type Delimiter, type TableLine } from "../tables/table.ts";
import { type ImportTable, mostImportRows } from "./import-reading.ts";
import { headerNames, usualUse } from "./find-layout.ts";

const mostColumns = 200;
const mostCellLength = 10_000;
/** Some files have a title or a section's name above the header. */
const headerIsWithin = 20;
const looksAtRows = 50;

/** Cuts a text into rows and cells, at most `most` rows. */
type SplitRows = (text: string, delimiter: string, most: number) => readonly TableLine[];

/**
 * Finds the table of a CSV text: the delimiter under which a row has the most known names. Without known names, the one
 * under which the middle row has the most columns.
 */
export function tableOfText(text: string, encoding: string, split: SplitRows): ImportTable | Refusal {
  if (text.includes("\u0000")) return refuse("invalid", { code: "file_kind", what: "not_csv" }, "file");
  const told = /^\s*sep=(.)\s*$/im.exec(text.slice(0, 20))?.[1];
  const possible = delimiters.filter((one) => told === undefined || one === told);
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of possible) {
    const lines = split(text, delimiter, looksAtRows);
    const known = Math.max(0, ...lines.slice(0, headerIsWithin).map(({ cells }) => headerScore(cells)));
    const score = known * (mostColumns + 1) + Math.min(mostColumns, middleWidth(lines));
    if (score > best.score) best = { delimiter, score };
  }
  const lines = split(text, best.delimiter, mostImportRows + headerIsWithin + 1);
  return tableOfLines(lines, `${encoding} ${best.delimiter === "\t" ? "tab" : best.delimiter}`);
}

/** Finds the header among rows. A row such as [[AFFILIATES]] begins another table, which is left out. */
export function tableOfLines(all: readonly TableLine[], format: string): ImportTable | Refusal {
  const scores = all.slice(0, headerIsWithin).map(({ cells }) => headerScore(cells));
  const best = Math.max(0, ...scores);
  const at = best > 0 ? scores.indexOf(best) : all.findIndex(({ cells }) => filled(cells) > 1);
  const header = all[at];
  if (!header) return refuse("invalid", { code: "file_empty" }, "file");
  const below = all.slice(at + 1);
  const end = below.findIndex(({ cells }) => /^\[\[.*\]\]$/.test(cells[0]?.trim() ?? ""));
  const lines = (end === -1 ? below : below.slice(0, end)).filter(({ cells }) => filled(cells) > 0);
  const fault = limitFault(lines);
  if (fault) return fault;
  const width = header.cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  return { head: header.cells.slice(0, width).map((cell) => cell.trim()), lines, format };
}

function limitFault(lines: readonly TableLine[]): Refusal | null {
  if (lines.length === 0) return refuse("invalid", { code: "file_empty" }, "file");
  if (lines.length > mostImportRows) {
    return refuse("invalid", { code: "file_rows", most: mostImportRows }, "file");
  }
  for (const { number, cells } of lines) {
    if (cells.length > mostColumns) {
      return refuse("invalid", { code: "file_columns", row: number, most: mostColumns }, "file");
    }
    if (cells.some((cell) => cell.length > mostCellLength)) {
      return refuse("invalid", { code: "file_cell", row: number, most: mostCellLength }, "file");
    }
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
