import { setTimeout as pause } from "node:timers/promises";

/** On a busy machine some of them waited on the disk: they are stored soon after. */
export async function untilStored(origin: string): Promise<void> {
  const until = performance.now() + 60_000;
  // Asking again and again is what waiting means here.
  /* oxlint-disable no-await-in-loop */
  for (;;) {
    const health = (await (await fetch(`${origin}/health`)).json()) as { clicks: { waiting: number } };
    if (health.clicks.waiting === 0) return;
    if (performance.now() > until) throw new Error(`${health.clicks.waiting} clicks still wait on the disk.`);
    await pause(100);
  }
  /* oxlint-enable no-await-in-loop */
}
