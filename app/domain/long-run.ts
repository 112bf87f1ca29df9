import { reasonAsText } from "./refusal.ts";

/** States of a job that may run for minutes. */
export const runStatuses = ["waiting", "running", "done", "failed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** No run takes this long. An older one was lost, whatever its status says. */
const lostAfterMs = 12 * 3_600_000;

type Run = { readonly status: RunStatus; readonly error: string; readonly createdAt: Date };

/** True while a run waits or runs, unless it is so old that it must be lost. */
export function isUnderWay(run: Run, now: Date): boolean {
  return (run.status === "waiting" || run.status === "running") && !isLost(run, now);
}

/** A run as people see it: a lost run has failed. */
export function seenRun<Seen extends Run>(run: Seen, now: Date): Seen {
  const isOpen = run.status === "waiting" || run.status === "running";
  if (!isOpen || !isLost(run, now)) return run;
  return { ...run, status: "failed", error: reasonAsText({ code: "run_failed", what: "lost" }) };
}

function isLost({ createdAt }: Run, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > lostAfterMs;
}
