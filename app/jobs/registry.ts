import { tendPaypalAccounts } from "#app/flows/payouts/erase-paypal-accounts.ts";
import { remindOfDetails } from "../flows/affiliates/remind-of-details.ts";
import { emailWaitingPayouts } from "../flows/affiliates/email-waiting-payouts.ts";
import { runBacktest } from "../flows/backtests/run-backtest.ts";
import { checkAllCodes } from "../flows/codes/check-codes.ts";
import { endDueCodes } from "../flows/codes/end-codes.ts";
import { giveCodes } from "../flows/codes/give-codes.ts";
import { runAssignment } from "../flows/codes/run-assignment.ts";
import { runCodeBatch } from "../flows/codes/run-batch.ts";
import { stopCodeBatch } from "../flows/codes/stop-batch.ts";
import { releaseCommissions } from "../flows/commissions/release-commissions.ts";
import { sendDueEmails } from "../flows/emails/send-event-emails.ts";
import { emailMerchantNews } from "../flows/emails/email-merchant-news.ts";
import { announceStatements } from "../flows/emails/announce-statements.ts";
import { recognizeAllCustomers } from "../flows/fraud/recognize-customers.ts";
import { watchFraud } from "../flows/fraud/watch-fraud.ts";
import { importOrders } from "../flows/intake/import-orders.ts";
import { inviteImported } from "../flows/affiliates/invite-imported.ts";
import { runCheck } from "../flows/imports/check-import.ts";
import { releaseImportedBalances } from "../flows/imports/release-balances.ts";
import { resumeAudits, runAudit } from "../flows/imports/run-audit.ts";
import { runComparison } from "../flows/imports/run-comparison.ts";
import { runImport } from "../flows/imports/run-import.ts";
import { stopFile } from "../flows/imports/stop-file.ts";
import { passesAtOnce } from "../flows/intake/process-deliveries.ts";
import { startDueSweeps, stopSweep } from "../flows/intake/start-sweep.ts";
import { sweepOrders } from "../flows/intake/sweep-orders.ts";
import { applyEvidence } from "../flows/intake/apply-evidence.ts";
import { matchStatement } from "../flows/payouts/match-statement.ts";
import { planSection } from "../flows/payouts/plan-section.ts";
import { runSchedules } from "../flows/payouts/run-schedule.ts";
import { continueSections, sendSection } from "../flows/payouts/send-due.ts";
import { stopStatement } from "../flows/payouts/stop-statement.ts";
import { dropOldAnswers, dropOld } from "../flows/privacy/drop-old.ts";
import { proveBooks } from "../flows/proof/prove-books.ts";
import { sendWeeklySummaries } from "../flows/reports/weekly-summary.ts";
import { dropOldEmailFailures } from "../flows/shops/failed-emails.ts";
import { sendQueuedEmail } from "../flows/shops/send-queued-email.ts";
import { requestPixelChecks, switchOnPixel } from "../flows/storefront/switch-on-pixel.ts";
import { storeSpooledPixels } from "../flows/storefront/receive-pixel-event.ts";
import { forgetVisitors } from "../flows/tracking/forget-visitors.ts";
import { rotateClicks } from "../flows/tracking/rotate-clicks.ts";
import { storeSpooled } from "../flows/tracking/store-spooled.ts";
import { appAddress } from "../platform/app-address.server.ts";
import { now } from "../platform/clock.ts";
import { describeError, log } from "../platform/log.server.ts";
import { countJobFailure } from "../platform/metrics.server.ts";
import type { JobName, JobPayloads } from "../queue/catalog.ts";
import { closeQueue, openBoss } from "../queue/queue.server.ts";
import { startInbox } from "./inbox.ts";
import { startLoop } from "./loop.ts";
import { payoutClock, setPayoutClock, startPayouts } from "./payouts.ts";

type Handlers = { readonly [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

const handlers: Handlers = {
  "send-mail": (payload, jobId) => sendQueuedEmail(payload, jobId, now()),
  "release-commissions": async () => {
    await releaseCommissions(now());
    await releaseImportedBalances(now());
  },
  "prove-books": async ({ shopId }) => {
    await proveBooks(shopId, now());
  },
  "run-backtest": (payload) => runBacktest(payload, now),
  "import-orders": async (payload) => {
    await importOrders(payload, { now, pause: waitAMoment });
    await resumeAudits(payload);
  },
  "check-file": (payload) => runCheck(payload, now),
  "import-file": (payload) => runImport(payload, now),
  "stop-file": (payload) => stopFile(payload),
  "run-audit": (payload) => runAudit(payload, now),
  "run-comparison": (payload) => runComparison(payload, now),
  "invite-imported": (payload) => inviteImported(payload, now),
  "switch-on-pixel": ({ shopId }) => switchOnPixel(shopId, now()),
  "check-pixels": () => requestPixelChecks(now()),
  "evidence-arrived": (payload) => applyEvidence(payload, now()),
  "make-codes": (payload) => runCodeBatch(payload, { now, pause: waitAMoment }),
  "assign-codes": (payload) => runAssignment(payload, now),
  "stop-codes": (payload) => stopCodeBatch(payload, now()),
  "give-codes": () => giveCodes(now()),
  "end-codes": () => endDueCodes(now()),
  "check-codes": () => checkAllCodes(now()),
  "forget-visitors": () => forgetVisitors(now()),
  "start-sweeps": ({ cause }) => startDueSweeps(cause ?? "hourly", now()),
  "sweep-orders": (payload) => sweepOrders(payload, now),
  "stop-sweep": (payload) => stopSweep(payload, now()),
  "watch-fraud": () => watchFraud(now()),
  "know-customers": () => recognizeAllCustomers(now()),
  "plan-payouts": (payload) => planSection(payload, now),
  "send-payouts": (payload) => sendSection(payload, payoutClock),
  "match-statement": (payload) => matchStatement(payload, now),
  "stop-statement": (payload) => stopStatement(payload),
  "watch-payouts": async () => {
    await continueSections(payoutClock);
    await tendPaypalAccounts(payoutClock.now());
  },
  "schedule-payouts": () => runSchedules(now()),
  "remind-of-details": () => remindOfDetails(now()),
  "tell-of-statements": () => announceStatements(now()),
  "tell-of-payouts": () => emailWaitingPayouts(),
  "tell-merchants": () => emailMerchantNews(now()),
  "send-summaries": () => sendWeeklySummaries(now()),
  "keep-house": async () => {
    await rotateClicks(now());
    await dropOld(now());
    await dropOldAnswers(now());
    await dropOldEmailFailures(now());
  },
};

/** Shortest pause between polls of a bulk operation, which takes Shopify minutes. */
const pauseMs = 2000;

function waitAMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

const schedules: { readonly [Name in JobName]?: string } = {
  "release-commissions": "* * * * *",
  "prove-books": "47 3 * * *",
  "give-codes": "* * * * *",
  "end-codes": "* * * * *",
  "check-codes": "53 4 * * *",
  "check-pixels": "23 4 * * *",
  "forget-visitors": "9 * * * *",
  // Once an hour for each shop, counted from its last sweep, so that shops are spread over the hour.
  "start-sweeps": "*/5 * * * *",
  "watch-fraud": "37 * * * *",
  "know-customers": "7,22,37,52 * * * *",
  // A shop's day begins at some quarter of an hour.
  "schedule-payouts": "2,17,32,47 * * * *",
  "watch-payouts": "* * * * *",
  "remind-of-details": "29 8 * * *",
  "tell-of-statements": "47 * * * *",
  "tell-of-payouts": "*/5 * * * *",
  "tell-merchants": "*/5 * * * *",
  // A store's day begins at some quarter of an hour.
  "send-summaries": "3,18,33,48 * * * *",
  "keep-house": "17 3 * * *",
};

/**
 * People wait for emails, so the queue is polled every second, and at once while many wait: a hundred invitations of
 * one shop must not delay another's sign-in for minutes. Each job succeeds or fails alone.
 */
const workOptions = {
  pollingIntervalSeconds: 1,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

const lookForSpooledMs = 5000;

/** Jobs for all shops wait, so the first minute after a start belongs to what people wait for. */
const afterStartSeconds = 60;

/**
 * Starts the inbox, the queue's workers and the schedules in this process. Any number of processes may do so. Returns
 * a function that finishes running work and stops. If it throws, nothing was started, and it may be called again.
 */
export async function startJobs(): Promise<() => Promise<void>> {
  try {
    return await startAllJobs();
  } catch (error) {
    await closeQueue(0).catch(() => {});
    throw error;
  }
}

async function startAllJobs(): Promise<() => Promise<void>> {
  const boss = await openBoss();
  await setPayoutClock();
  for (const name of Object.keys(handlers) as JobName[]) {
    await boss.work(name, workOptions, (jobs) => Promise.all(jobs.map((job) => endJob(name, job))));
    const cron = schedules[name];
    if (cron) await boss.schedule(name, cron);
  }
  await boss.send("keep-house", {}, { singletonKey: "at-start", singletonSeconds: 3600 });
  // An app with a new address updates its pixels soon. One that restarts often does so once an hour.
  const address = appAddress();
  const once = { singletonKey: `at-start ${address}`, singletonSeconds: 3600 };
  await boss.send("check-pixels", {}, { ...once, startAfter: afterStartSeconds });
  // Looks for orders missed while no process ran, after the inbox has read its stored deliveries.
  const atStart = { singletonKey: "at-start", singletonSeconds: 600, startAfter: afterStartSeconds };
  await boss.send("start-sweeps", { cause: "start" }, atStart);
  const stopInbox = startInbox(passesAtOnce);
  // Clicks and pixel events that ended processes of this machine left on its disk.
  const spool = startLoop("spooled clicks", lookForSpooledMs, async () => (await storeSpooled()) > 0);
  const pixels = startLoop("spooled pixel", lookForSpooledMs, async () => (await storeSpooledPixels()) > 0);
  const stopPayouts = startPayouts();
  const stopEmails = startEmails();
  return async () => {
    await Promise.all([stopInbox(), spool.stop(), pixels.stop(), stopPayouts(), stopEmails()]);
    await closeQueue();
  };
}

const carriesPayload: ReadonlySet<JobName> = new Set([
  "send-mail",
  "run-backtest",
  "import-orders",
  "check-file",
  "import-file",
  "stop-file",
  "run-audit",
  "run-comparison",
  "invite-imported",
  "make-codes",
  "assign-codes",
  "stop-codes",
  "switch-on-pixel",
  "evidence-arrived",
  "sweep-orders",
  "stop-sweep",
  "plan-payouts",
  "send-payouts",
  "match-statement",
  "stop-statement",
]);

type EndedJob = { id: string; status: "completed" | "failed"; output?: { message: string } };

/** Runs one job of a batch. A failed one is retried without the others. */
async function endJob(name: JobName, job: { id: string; data: unknown }): Promise<EndedJob> {
  try {
    await runJob(name, job);
    return { id: job.id, status: "completed" };
  } catch (error) {
    return { id: job.id, status: "failed", output: { message: String(describeError(error)["error"]) } };
  }
}

async function runJob(name: JobName, job: { id: string; data: unknown }): Promise<void> {
  // The queue's warm-up leaves jobs without a payload, which a worker may get.
  if (job.data === null && carriesPayload.has(name)) return;
  const handle: (payload: never, jobId: string) => Promise<void> = handlers[name];
  try {
    await handle((job.data ?? {}) as never, job.id);
  } catch (error) {
    countJobFailure(name);
    log.error("A job failed", { job: name, id: job.id, ...describeError(error) });
    throw error;
  }
}

const lookEveryMs = 3000;

/** Sends emails about events until it is stopped. */
function startEmails(): () => Promise<void> {
  return startLoop("emails", lookEveryMs, () => sendDueEmails(now)).stop;
}
