import { inSnapshotWithin } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { type OperationFigures, readOperationFigures } from "#app/store/operation-figures.ts";

const keptMs = 5000;
const statementLimitMs = 2000;
/** A scrape also waits for a connection, which a busy pool does not give at once. */
const patienceMs = 4000;

let reading: Promise<OperationFigures> | undefined;
let kept: { readonly figures: OperationFigures; readonly readAt: number } | undefined;

/** Figures of the installation, at most 5 s old. Null if the database does not answer in time. */
export async function readFigures(now: Date): Promise<OperationFigures | null> {
  // If the clock was set back, old figures must not stay.
  if (kept && Math.abs(now.getTime() - kept.readAt) < keptMs) return kept.figures;
  // Simultaneous scrapes share one reading, so none takes a second connection.
  reading ??= inSnapshotWithin(statementLimitMs, (tx) => readOperationFigures(tx, now)).finally(() => {
    reading = undefined;
  });
  try {
    const figures = await within(reading, patienceMs);
    kept = { figures, readAt: now.getTime() };
    return figures;
  } catch (error) {
    log.warn("The figures for /metrics could not be read", describeError(error));
    return null;
  }
}
