import { z } from "zod";
import { enter, ofType, wrong } from "./reasons.ts";

const longestText = 400_000;
const longestNumbers = 40_000;

/** Fields of a form that takes pasted lines. */
export const pastedRows = {
  /** `check` says what would happen, `save` does it. */
  step: z.enum(["check", "save"]),
  rows: z
    .string(ofType(enter("pasted_lines")))
    .trim()
    .min(1, enter("pasted_lines"))
    .max(longestText),
  /** Numbers of lines that a person saw to be wrong, and saves the others without. */
  leaveOut: z
    .string(ofType(wrong("numbers")))
    .max(longestNumbers, wrong("numbers"))
    .regex(/^(\d{1,6}(,\d{1,6})*)?$/, wrong("numbers"))
    .default("")
    .transform((text) => (text === "" ? [] : text.split(",").map(Number))),
};

/** A pasted line with what it would do. */
export type CheckedRowWire = {
  readonly line: number;
  readonly affiliate: string;
  readonly affiliateName: string | null;
  readonly state: "new" | "same" | "wrong";
  readonly fault: string | null;
};
