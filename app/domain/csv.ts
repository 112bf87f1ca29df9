const lineEnd = "\r\n";

/**
 * One line of CSV with every cell quoted. An apostrophe before text that a spreadsheet would run as a formula
 * keeps names from running on the merchant's computer.
 */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(",") + lineEnd;
}

function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
