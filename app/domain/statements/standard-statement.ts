import type { ReadRow } from "./reading.ts";

export const standardFormats = ["camt.052", "camt.053", "camt.054", "ofx"] as const;
export type StandardFormat = (typeof standardFormats)[number];

/** A statement in a format that names each value, so that nothing of its columns has to be asked. */
export type StandardStatement = {
  readonly format: StandardFormat;
  /** The accounts that it tells of, each once. */
  readonly accounts: readonly StatementAccount[];
  readonly rows: readonly ReadRow[];
};

export type StatementAccount = {
  /** The IBAN or number as written; '' where the file names none. Mask it before it is shown. */
  readonly account: string;
  /** '' where the file names none. */
  readonly currency: string;
};
