import type { TableLine } from "../tables/table.ts";

/** Rows at the beginning of a file that are always part of its sample. */
const firstRows = 2000;
/** Beyond these, rows are added only for what no earlier row has. */
const mostCharacters = 1_000_000;
/** No real export has so many unlike rows. Later ones are read by what these show. */
const mostOfAll = 10_000_000;
const mostShapes = 200;
const mostWords = 50;
const longestWord = 40;
const longestShape = 60;

type Seen = { readonly shapes: Set<number>; readonly words: Set<string>; hasWords: boolean };

/**
 * Chooses rows that show how a file is written, while it is read: the first ones, and every later row with a cell
 * unlike all earlier ones of its column. Cells are alike if they have the same signs around numbers of the same size,
 * so no order of days, decimal sign, empty cell or status word is missed.
 */
export function rowSampler(): { readonly add: (line: TableLine) => void; readonly lines: TableLine[] } {
  const lines: TableLine[] = [];
  const columns: Seen[] = [];
  let characters = 0;
  return {
    lines,
    add: (line) => {
      if (characters >= mostOfAll) return;
      const isNew = hasNews(line, columns);
      const isFirst = lines.length < firstRows && characters < mostCharacters;
      if (!isNew && !isFirst) return;
      // A part of a text would keep the whole text in memory.
      const cells = line.cells.map((cell) => Buffer.from(cell).toString());
      lines.push({ number: line.number, cells });
      characters += cells.reduce((sum, { length }) => sum + length, 0);
    },
  };
}

function hasNews({ cells }: TableLine, columns: Seen[]): boolean {
  let isNew = false;
  for (const [at, cell] of cells.entries()) {
    const seen = (columns[at] ??= { shapes: new Set(), words: new Set(), hasWords: true });
    if (seen.shapes.size < mostShapes) isNew = add(seen.shapes, shapeOf(cell)) || isNew;
    if (!seen.hasWords) continue;
    seen.hasWords = cell.length <= longestWord && seen.words.size < mostWords;
    if (seen.hasWords) isNew = add(seen.words, cell) || isNew;
  }
  return isNew;
}

function add<Value>(set: Set<Value>, value: Value): boolean {
  const { size } = set;
  set.add(value);
  return set.size > size;
}

/** Classes of characters: words, and numbers by their length; of short ones, whether they can be a month. */
const word = 1;
const monthNumber = 2;
const dayNumber = 3;
const longNumber = 4;

/** A number that is equal for cells of the same shape. */
function shapeOf(cell: string): number {
  let shape = 17;
  let [digits, value, isWord] = [0, 0, false];
  const length = Math.min(cell.length, longestShape);
  for (let at = 0; at <= length; at += 1) {
    const code = at === length ? 0 : cell.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      digits += 1;
      value = value * 10 + code - 48;
      isWord = false;
      continue;
    }
    if (digits > 0) shape = mixed(shape, digits > 2 ? longNumber + digits : shortNumber(value));
    [digits, value] = [0, 0];
    if (!isLetter(code)) shape = mixed(shape, 64 + code);
    else if (!isWord) shape = mixed(shape, word);
    isWord = isLetter(code);
  }
  return shape;
}

const shortNumber = (value: number) => (value > 12 ? dayNumber : monthNumber);

const mixed = (shape: number, part: number) => Math.imul(shape ^ part, 16_777_619) >>> 0;

/** Currency signs beyond ASCII are no letters. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 0xa6 && (code < 0x20a0 || code > 0x20cf));
