import { releaseCommissions } from "../flows/commissions/release-commissions.ts";
import { dropOldAnswers } from "../flows/privacy/drop-old-answers.ts";
import { dropOldBodies } from "../flows/privacy/drop-old-bodies.ts";
import { sendQueuedMail } from "../flows/shops/send-queued-mail.ts";
import { rotateClicks } from "../flows/tracking/rotate-clicks.ts";
import { now } from "../platform/clock.ts";
import { describeError, log } from "../platform/log.server.ts";
import type { JobName, JobPayloads } from "../queue/catalog.ts";
import { closeQueue, openBoss } from "../queue/queue.server.ts";
import { startInbox } from "./inbox.ts";

type Handlers = { readonly [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

const handlers: Handlers = {
  "send-mail": sendQueuedMail,
  "release-commissions": async () => {
    await releaseCommissions(now());
  },
  "keep-house": async () => {
    await rotateClicks(now());
    await dropOldBodies(now());
    await dropOldAnswers(now());
  },
};

const schedules: { readonly [Name in JobName]?: string } = {
  "release-commissions": "* * * * *",
  "keep-house": "17 3 * * *",
};

/** Mails are waited for by people; they are looked for every second. */
const lookEverySeconds = 1;

/**
 * Starts the inbox, the queue's workers and the schedules in this process. Any number of processes may do so at once.
 * Answers how to stop: what runs is finished first.
 */
export async function startJobs(): Promise<() => Promise<void>> {
  const boss = await openBoss();
  for (const name of Object.keys(handlers) as JobName[]) {
    await boss.work(name, { pollingIntervalSeconds: lookEverySeconds }, async (jobs) => {
      for (const job of jobs) await run(name, job);
    });
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

async function run(name: JobName, job: { id: string; data: unknown }): Promise<void> {
  // The queue's warming leaves jobs without a payload, which a worker may meet.
  if (job.data === null && name === "send-mail") return;
  const handle: (payload: never, jobId: string) => Promise<void> = handlers[name];
  try {
    await handle((job.data ?? {}) as never, job.id);
  } catch (error) {
    log.error("A job failed", { job: name, id: job.id, ...describeError(error) });
    throw error;
  }
}
