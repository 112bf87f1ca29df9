import { pastedLines } from "./pasted-lines.ts";

/** A line of pasted text that says whose a parameter's value is. */
export type ForeignRow = {
  /** From 1, as an editor counts. */
  readonly line: number;
  readonly parameter: string;
  readonly value: string;
  /** Id, email address or referral code of the affiliate, as typed. */
  readonly affiliate: string;
};

/** Reads `parameter,value,affiliate` line by line; what is missing in a line is ''. */
export function readForeignRows(text: string): ForeignRow[] {
  return pastedLines(text, "parameter").map(({ line, cells }) => {
    const [parameter = "", value = "", affiliate = ""] = cells;
    return { line, parameter, value, affiliate };
  });
}
