const lineEnd = "\r\n";

/**
 * One line of CSV. Every cell is quoted; what a spreadsheet would take for a formula gets an apostrophe in front, so
 * that a name that somebody chose never runs on the merchant's machine.
 */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(",") + lineEnd;
}

function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
