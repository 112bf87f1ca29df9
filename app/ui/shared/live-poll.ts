/** Delay of the next poll, which grows after failures. */
export const livePollMs = 1000;
const slowestPollMs = 30_000;

/** Doubles with each consecutive failure, to spare a server in trouble. */
export function nextPollDelay(failuresInARow: number): number {
  return Math.min(slowestPollMs, livePollMs * 2 ** failuresInARow);
}

type Poll = {
  /** Fetches the current version. */
  readonly ask: (signal: AbortSignal) => Promise<string | null>;
  readonly onChange: () => void;
  readonly isHidden: () => boolean;
  /** Version that the page was rendered from. If the server sent none, the first answer counts as it. */
  readonly version: string | null;
};

/**
 * Polls, and calls `onChange` when the version changes. Pauses while hidden; `wake` polls at once. Returns a function
 * that stops it.
 */
export function startLivePoll({ ask, onChange, isHidden, version: rendered }: Poll): {
  wake: () => void;
  stop: () => void;
} {
  let version = rendered;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;
  let stopped = false;

  async function turn(): Promise<void> {
    if (stopped || asking || isHidden()) return;
    asking = new AbortController();
    try {
      const answer = await ask(asking.signal);
      failures = 0;
      if (answer !== null && version !== null && answer !== version && !stopped) onChange();
      version = answer ?? version;
    } catch {
      failures += 1;
    } finally {
      asking = null;
      schedule();
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    // While hidden nothing is scheduled. Waking polls at once and continues.
    if (!stopped && !isHidden()) timer = setTimeout(() => void turn(), nextPollDelay(failures));
  }

  void turn();
  return {
    wake() {
      failures = 0;
      clearTimeout(timer);
      void turn();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      asking?.abort();
    },
  };
}
