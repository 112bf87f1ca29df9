import type { ReadRow } from "./reading.ts";

export type StandardFormat = "camt.052" | "camt.053" | "camt.054" | "ofx";

/** A statement in a format that names each value, so that nothing of its columns has to be asked. */
export type StandardStatement = {
  readonly format: StandardFormat;
  readonly rows: readonly ReadRow[];
};
