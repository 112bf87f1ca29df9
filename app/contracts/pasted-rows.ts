import { z } from "zod";

const longestText = 400_000;
const longestNumbers = 40_000;

/** Fields of a form that takes pasted lines. */
export const pastedRows = {
  /** `check` says what would happen, `save` does it. */
  step: z.enum(["check", "save"], "Must be check or save"),
  rows: z
    .string("Paste some lines")
    .trim()
    .min(1, "Paste some lines")
    .max(longestText, "Is too long; paste it in parts"),
  /** Numbers of lines that a person saw to be wrong, and saves the others without. */
  leaveOut: z
    .string("Must be numbers of lines")
    .max(longestNumbers, "Must be numbers of lines")
    .regex(/^(\d{1,6}(,\d{1,6})*)?$/, "Must be numbers of lines")
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
