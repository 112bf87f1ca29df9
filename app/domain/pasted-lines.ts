/** A line of pasted text. */
export type PastedLine = {
  /** From 1, as an editor counts. */
  readonly line: number;
  readonly cells: readonly string[];
};

const separators = [",", ";", "\t"];

/**
 * The lines of a list as a spreadsheet exports it, separated by commas, semicolons or tabs, with or without quotation
 * marks. Empty lines are passed over, and a first line whose first cell is `heading`, whatever its case; null for a list
 * whose caller looks for a heading itself.
 */
export function pastedLines(text: string, heading: string | null): PastedLine[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ line: index + 1, cells: cellsOf(line) }],
  );
  return rows[0]?.cells[0]?.toLowerCase() === heading ? rows.slice(1) : rows;
}

function cellsOf(line: string): string[] {
  const separator = separators.find((one) => line.includes(one)) ?? ",";
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}
