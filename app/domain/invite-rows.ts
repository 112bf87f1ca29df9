import { pastedLines } from "./pasted-lines.ts";

/** So many people are invited in one go: they are written in one transaction. */
export const mostInvites = 1000;

export const inviteColumns = ["name", "email", "code", "programs", "tags", "payout email"] as const;
type Column = (typeof inviteColumns)[number];

/** A line of a pasted or uploaded list of people to invite; what is missing in a line is ''. */
export type InviteRow = {
  /** From 1, as an editor counts. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly code: string;
  /** Names of programs. */
  readonly programs: readonly string[];
  readonly tags: readonly string[];
  readonly payoutEmail: string;
};

/** Reads the columns in their usual order, or in that of a first line that names them. */
export function readInviteRows(text: string): InviteRow[] {
  const lines = pastedLines(text, null);
  const named = (lines[0]?.cells ?? []).map((cell) => cell.toLowerCase().replaceAll(/[_-]/g, " "));
  const hasHead = named.includes("name") && named.includes("email");
  const columns: readonly string[] = hasHead ? named : inviteColumns;
  return lines.slice(hasHead ? 1 : 0).map(({ line, cells }) => {
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? "";
    return {
      line,
      name: cell("name"),
      email: cell("email"),
      code: cell("code"),
      programs: listIn(cell("programs")),
      tags: listIn(cell("tags")),
      payoutEmail: cell("payout email"),
    };
  });
}

/** Several in one cell stand between semicolons or bars. */
function listIn(cell: string): string[] {
  return cell
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
