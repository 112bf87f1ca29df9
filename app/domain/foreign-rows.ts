/** A line of pasted text that says whose a parameter's value is. */
export type ForeignRow = {
  /** From 1, as an editor counts. */
  readonly line: number;
  readonly parameter: string;
  readonly value: string;
  /** Id, e-mail address or referral code of the affiliate, as it was written. */
  readonly affiliate: string;
};

const separators = [",", ";", "\t"];

/**
 * Reads `parameter,value,affiliate` line by line, separated by commas, semicolons or tabs, with or without quotation
 * marks. A heading and empty lines are passed over; what is missing in a line is ''.
 */
export function readForeignRows(text: string): ForeignRow[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines.flatMap((line, index): ForeignRow[] => {
    if (line.trim() === "") return [];
    const [parameter = "", value = "", affiliate = ""] = cellsOf(line);
    return [{ line: index + 1, parameter, value, affiliate }];
  });
  const isHeading = rows[0]?.parameter.toLowerCase() === "parameter";
  return isHeading ? rows.slice(1) : rows;
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
