import { runBacktest } from "../flows/backtests/run-backtest.ts";
import { releaseCommissions } from "../flows/orders/release-commissions.ts";
import { importOrders } from "../flows/orders/import-orders.ts";
import { proveBooks } from "../flows/orders/prove-books.ts";
import { dropOldAnswers } from "../flows/privacy/drop-old-answers.ts";
import { dropOldBodies } from "../flows/privacy/drop-old-bodies.ts";
import { dropOldMailFailures } from "../flows/shops/failed-mails.ts";
import { sendQueuedMail } from "../flows/shops/send-queued-mail.ts";
import { rotateClicks } from "../flows/tracking/rotate-clicks.ts";
import { now } from "../platform/clock.ts";
import { describeError, log } from "../platform/log.server.ts";
import type { JobName, JobPayloads } from "../queue/catalog.ts";
import { closeQueue, openBoss } from "../queue/queue.server.ts";
import { startInbox } from "./inbox.ts";

type Handlers = { readonly [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

const handlers: Handlers = {
  "send-mail": (payload, jobId) => sendQueuedMail(payload, jobId, now()),
  "release-commissions": async () => {
    await releaseCommissions(now());
  },
  "prove-books": async ({ shopId }) => {
    await proveBooks(shopId, now());
  },
  "run-backtest": (payload) => runBacktest(payload, now),
  "import-orders": (payload) => importOrders(payload, { now, pause }),
  "keep-house": async () => {
    await rotateClicks(now());
    await dropOldBodies(now());
    await dropOldAnswers(now());
    await dropOldMailFailures(now());
  },
};

/** The platform collects orders for minutes; it is asked about them not more often than this. */
const pauseMs = 2000;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

const schedules: { readonly [Name in JobName]?: string } = {
  "release-commissions": "* * * * *",
  "prove-books": "47 3 * * *",
  "keep-house": "17 3 * * *",
};

/**
 * Mails are waited for by people: they are looked for every second, and at once again while many wait, so that one
 * shop's hundred invitations do not hold up another's sign-in for minutes. Each job ends for itself.
 */
const workOptions = {
  pollingIntervalSeconds: 1,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/**
 * Starts the inbox, the queue's workers and the schedules in this process. Any number of processes may do so at once.
 * Answers how to stop: what runs is finished first.
 */
export async function startJobs(): Promise<() => Promise<void>> {
  const boss = await openBoss();
  for (const name of Object.keys(handlers) as JobName[]) {
    await boss.work(name, workOptions, (jobs) => Promise.all(jobs.map((job) => settle(name, job))));
    const cron = schedules[name];
    if (cron) await boss.schedule(name, cron);
  }
  await boss.send("keep-house", {}, { singletonKey: "at-start", singletonSeconds: 3600 });
  const stopInbox = startInbox();
  return async () => {
    await stopInbox();
    await closeQueue();
  };
}

const carriesPayload: ReadonlySet<JobName> = new Set(["send-mail", "run-backtest", "import-orders"]);

type Settled = { id: string; status: "completed" | "failed"; output?: { message: string } };

/** Runs one job of a batch; one that failed is tried again without the others. */
async function settle(name: JobName, job: { id: string; data: unknown }): Promise<Settled> {
  try {
    await run(name, job);
    return { id: job.id, status: "completed" };
  } catch (error) {
    return { id: job.id, status: "failed", output: { message: String(describeError(error)["error"]) } };
  }
}

async function run(name: JobName, job: { id: string; data: unknown }): Promise<void> {
  // The queue's warming leaves jobs without a payload, which a worker may meet.
  if (job.data === null && carriesPayload.has(name)) return;
  const handle: (payload: never, jobId: string) => Promise<void> = handlers[name];
  try {
    await handle((job.data ?? {}) as never, job.id);
  } catch (error) {
    log.error("A job failed", { job: name, id: job.id, ...describeError(error) });
    throw error;
  }
}
