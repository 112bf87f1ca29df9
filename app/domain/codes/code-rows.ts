import { pastedLines } from "../pasted-lines.ts";

/** A line of pasted text that says whose a discount code is to be. */
export type CodeRow = {
  /** From 1, as an editor counts. */
  readonly line: number;
  readonly code: string;
  /** Id, email address or referral code of the affiliate, as typed. */
  readonly affiliate: string;
};

/** Reads `code,affiliate` line by line; what is missing in a line is ''. */
export function readCodeRows(text: string): CodeRow[] {
  return pastedLines(text, "code").map(({ line, cells }) => {
    const [code = "", affiliate = ""] = cells;
    return { line, code, affiliate };
  });
}
