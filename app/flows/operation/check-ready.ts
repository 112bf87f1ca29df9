import { describeError, log } from "#app/platform/log.server.ts";
import { isMigrated } from "#app/platform/migrate.server.ts";
import { within } from "#app/platform/coalesce.ts";
import { pingQueue } from "#app/queue/queue.server.ts";

const patienceMs = 3000;

/** The reason why a process can't work now, or null. */
export type NotReady = string | null;

/** The web process needs the database with the current schema. */
export async function webNotReady(): Promise<NotReady> {
  try {
    return (await within(isMigrated(), patienceMs)) ? null : "database_not_migrated";
  } catch (error) {
    log.error("Not ready: the database does not answer", describeError(error));
    return "database_silent";
  }
}

/** The worker needs the queue, which is in the database. */
export async function queueNotReady(): Promise<NotReady> {
  try {
    await within(pingQueue(), patienceMs);
    return null;
  } catch (error) {
    log.error("Not ready: the queue does not answer", describeError(error));
    return "queue_silent";
  }
}
