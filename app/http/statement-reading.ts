import type { Refusal } from "#app/domain/refusal.ts";
import { type ChosenTable, detectReading, openQuestions } from "#app/domain/statements/detect-reading.ts";
import { readRows } from "#app/domain/statements/read-rows.ts";
import type {
  Detection,
  ReadingQuestion,
  ReadRow,
  StatementReading,
} from "#app/domain/statements/reading.ts";
import { splitCsv } from "#app/platform/split-csv.ts";

/** Proposes how to read a CSV statement. `chosen` says where its table and columns are, if somebody corrected that. */
export function detectStatement(bytes: Buffer, chosen: ChosenTable = {}): Detection | Refusal {
  return detectReading(bytes, { split: splitCsv, chosen });
}

type ReadStatement = { readonly rows: readonly ReadRow[]; readonly questions: readonly ReadingQuestion[] };

/**
 * Reads the rows of a detected statement, and asks what this reading leaves open: missing columns and unknown words.
 * The reading has the table of the detection. Days far from `today`, a calendar day, are not understood.
 */
export function readStatement(
  { lines }: Pick<Detection, "lines">,
  reading: StatementReading,
  today: string,
): ReadStatement {
  return { rows: readRows(lines, reading, today), questions: openQuestions(lines, reading) };
}
