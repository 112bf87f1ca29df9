import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import {
  type ChosenTable,
  detectReading,
  linesOf,
  openQuestions,
} from "#app/domain/statements/detect-reading.ts";
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
 * Reads a CSV statement, and asks what this reading leaves open: missing columns and unknown words. Days far from
 * `today`, a calendar day, are not understood.
 */
export function readStatement(
  bytes: Buffer,
  reading: StatementReading,
  today: string,
): ReadStatement | Refusal {
  const lines = linesOf(bytes, reading, splitCsv);
  if (isRefusal(lines)) return lines;
  return { rows: readRows(lines, reading, today), questions: openQuestions(lines, reading) };
}
