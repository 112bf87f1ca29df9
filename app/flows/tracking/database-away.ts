import { runPrepared } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";

/**
 * Whether the database was away, or too slow for a shopper, when it was last asked. While it is, no click waits for it:
 * what is known of links is believed however old it is, and clicks go to the disk at once.
 */
let away = false;

const askAgainMs = 500;

export function isDatabaseAway(): boolean {
  return away;
}

/** Something that a shopper waited for failed, or took too long; from now on the database is asked apart from them. */
export function noteDatabaseAway(error: unknown): void {
  if (away) return;
  away = true;
  log.warn("The database does not answer in time: clicks wait on this machine's disk", describeError(error));
  askLater();
}

function askLater(): void {
  setTimeout(() => void ask(), askAgainMs).unref();
}

async function ask(): Promise<void> {
  try {
    await runPrepared({ name: "is-there", text: "select 1" }, [], 2 * askAgainMs);
    away = false;
    log.info("The database answers clicks again");
  } catch {
    askLater();
  }
}
