import { PgBoss } from "pg-boss";
import type { Db } from "../platform/db.server.ts";
import { env } from "../platform/env.server.ts";
import { describeError, log } from "../platform/log.server.ts";
import { queueDatabase } from "../platform/queue-database.server.ts";
import { afterLastTry, type JobName, jobNames, type JobPayloads, jobRules } from "./catalog.ts";

export type Queue = {
  /** Enqueues a job in the caller's transaction, so it exists only if its cause is committed. */
  send<Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name]): Promise<void>;
};

let opening: Promise<PgBoss> | undefined;

/**
 * The queue of this process. Open it before the transaction in which you send: the first use of a queue reads over
 * its own pool, and a transaction should not hold a second connection.
 */
export async function openQueue(): Promise<Queue> {
  const boss = await openBoss();
  return {
    send: async (tx, name, payload) => {
      const deadLetter = afterLastTry[name];
      await boss.send(name, payload, { db: queueDatabase(tx), ...(deadLetter && { deadLetter }) });
    },
  };
}

/** pg-boss itself, for the workers. */
export async function openBoss(): Promise<PgBoss> {
  opening ??= startBoss().catch((error: unknown) => {
    // The next caller tries again.
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Throws if the queue was not opened or its database does not answer. */
export async function pingQueue(): Promise<void> {
  if (!opening) throw new Error("The queue is not open");
  const boss = await opening;
  await boss.getQueue(jobNames[0] ?? "");
}

async function startBoss(): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    max: 3,
    application_name: "affiliate-queue",
  });
  boss.on("error", reportQueueError);
  try {
    await boss.start();
    await createQueues(boss);
    return boss;
  } catch (error) {
    // A half-started queue would keep its connections and timers.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    await boss.createQueue(name, jobRules[name]);
    // The first send fills a cache that a transaction could not fill.
    const id = await boss.send(name, null, { startAfter: 3600 });
    if (id) await boss.deleteJob(name, id);
  }
}

const complainEveryMs = 10_000;
let complainedAt = 0;

/** While the database is away, every poll of every worker fails. One line in ten seconds is enough. */
function reportQueueError(error: unknown): void {
  if (Date.now() - complainedAt < complainEveryMs) return;
  complainedAt = Date.now();
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  log.error("The queue reports an error", describeError(inner));
}

/** Stops the queue of this process. Running jobs get `timeoutMs` to finish. */
export async function closeQueue(timeoutMs = 10_000): Promise<void> {
  const boss = await opening?.catch(() => undefined);
  opening = undefined;
  await boss?.stop({ graceful: true, timeout: timeoutMs });
}
