import { describeError, log } from "../platform/log.server.ts";

export type Loop = {
  /** Starts the next pass at once. */
  readonly nudge: () => void;
  /** Finishes the running pass, then stops. */
  readonly stop: () => Promise<void>;
};

const longestPauseMs = 10_000;

/**
 * Repeats `pass`: at once while it returns true, otherwise after `everyMs` or a nudge. A failed pass is logged and
 * repeated after a growing pause, so a short outage of the database ends nothing.
 */
export function startLoop(name: string, everyMs: number, pass: () => Promise<boolean>): Loop {
  const state = { stopping: false };
  let nudged = false;
  let wake: (() => void) | null = null;
  let failures = 0;

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function turn(): Promise<number> {
    try {
      const more = await pass();
      failures = 0;
      return more ? 0 : everyMs;
    } catch (error) {
      failures += 1;
      log.error("A job's pass failed", { job: name, failures, ...describeError(error) });
      return Math.min(longestPauseMs, everyMs * 2 ** Math.min(failures, 10));
    }
  }

  async function run(): Promise<void> {
    while (!state.stopping) {
      nudged = false;
      const pause = await turn();
      if (!state.stopping && !nudged && pause > 0) await sleep(pause);
    }
  }

  const running = run();
  return {
    nudge: () => {
      nudged = true;
      if (failures === 0) wake?.();
    },
    stop: async () => {
      state.stopping = true;
      wake?.();
      await running;
    },
  };
}
