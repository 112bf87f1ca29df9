import { PgBoss } from "pg-boss";
import type { Db } from "../platform/db.server.ts";
import { env } from "../platform/env.server.ts";
import { describeError, log } from "../platform/log.server.ts";
import { queueDatabase } from "../platform/queue-database.server.ts";
import { afterLastTry, type JobName, jobNames, type JobPayloads, jobRules } from "./catalog.ts";

export type Queue = {
  /** Enqueues a job in the caller's transaction: it exists when, and only when, the fact does. */
  send<Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name]): Promise<void>;
};

let opening: Promise<PgBoss> | undefined;

/**
 * Opens the queue of this process. Ask for it before the transaction in which you send: its first use of each queue
 * reads over the queue's own pool, and a transaction should not hold a second connection meanwhile.
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

/** The queue itself, for the jobs that work on it. */
export async function openBoss(): Promise<PgBoss> {
  opening ??= start().catch((error: unknown) => {
    // The next one to ask tries again.
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Throws when the queue was not opened, or its database does not answer. */
export async function pingQueue(): Promise<void> {
  if (!opening) throw new Error("The queue is not open");
  const boss = await opening;
  await boss.getQueue(jobNames[0] ?? "");
}

async function start(): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    max: 3,
    application_name: "affiliate-queue",
  });
  boss.on("error", complain);
  try {
    await boss.start();
    await makeQueues(boss);
    return boss;
  } catch (error) {
    // Half started, it would keep its connections and timers while the next one is opened.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

async function makeQueues(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    await boss.createQueue(name, jobRules[name]);
    // The first send of each queue fills the cache that a transaction could not fill.
    const id = await boss.send(name, null, { startAfter: 3600 });
    if (id) await boss.deleteJob(name, id);
  }
}

const complainEveryMs = 10_000;
let complainedAt = 0;

/** While the database is away every look of every worker fails; one line in ten seconds says enough. */
function complain(error: unknown): void {
  if (Date.now() - complainedAt < complainEveryMs) return;
  complainedAt = Date.now();
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  log.error("The queue reports an error", describeError(inner));
}

/** Ends the queue of this process; running jobs get `timeoutMs` to finish. */
export async function closeQueue(timeoutMs = 10_000): Promise<void> {
  const boss = await opening?.catch(() => undefined);
  opening = undefined;
  await boss?.stop({ graceful: true, timeout: timeoutMs });
}
