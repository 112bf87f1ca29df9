import { isRefusal } from "#app/domain/refusal.ts";
import { type ChosenTable, detectReading } from "#app/domain/statements/detect-reading.ts";
import type { Detection, ReadRow, StatementReading } from "#app/domain/statements/reading.ts";
import { readRows } from "#app/domain/statements/read-rows.ts";
import { splitCsv } from "#app/platform/split-csv.ts";

export type ReadText = {
  readonly detection: Detection;
  readonly rows: readonly ReadRow[];
  /** Settings that are asked, words left out. */
  readonly asked: readonly string[];
};

export const detectBytes = (bytes: Uint8Array, chosen: ChosenTable = {}) =>
  detectReading(bytes, { split: splitCsv, chosen });

/** Detects and reads a statement; `answers` are the merchant's, or those to what is asked. */
export function readStatementText(
  file: string | Uint8Array,
  answers: Partial<StatementReading> | ((asked: string) => Partial<StatementReading>) = {},
  today = "2026-04-10",
): ReadText {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const detection = detectBytes(bytes);
  if (isRefusal(detection)) throw new Error(detection.reason.code);
  const asked = detection.questions.flatMap(({ setting, word }) => (word === null ? [setting] : []));
  const given = typeof answers === "function" ? Object.assign({}, ...["", ...asked].map(answers)) : answers;
  const reading: StatementReading = { ...detection.reading, ...given };
  const { encoding, delimiter, headerLine } = reading;
  const table = detectBytes(bytes, { encoding, delimiter, headerLine });
  if (isRefusal(table)) throw new Error(table.reason.code);
  return { detection, rows: readRows(table.lines, reading, today), asked };
}

/** A row in short, for comparing. */
export const inShort = ({ number, day, outcome, amountMinor, feeMinor, currency }: ReadRow) => [
  number,
  day,
  outcome,
  amountMinor,
  feeMinor,
  currency,
];
