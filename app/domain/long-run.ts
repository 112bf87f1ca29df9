/** What runs for minutes by a job: waiting for its turn, running, and how it ended. */
export const runStatuses = ["waiting", "running", "done", "failed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** No run takes so long; one that has is lost, whatever it says. */
const lostAfterMs = 12 * 3_600_000;

type Run = { readonly status: RunStatus; readonly error: string; readonly createdAt: Date };

/** True while it waits or runs, unless it is so old that whoever ran it must be gone. */
export function isUnderWay(run: Run, now: Date): boolean {
  return (run.status === "waiting" || run.status === "running") && !isLost(run, now);
}

/** A run as people are to see it: one that was lost has failed. */
export function seenRun<Seen extends Run>(run: Seen, now: Date): Seen {
  const isOpen = run.status === "waiting" || run.status === "running";
  if (!isOpen || !isLost(run, now)) return run;
  return { ...run, status: "failed", error: "It was lost on the way. Please start it again." };
}

function isLost({ createdAt }: Run, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > lostAfterMs;
}
