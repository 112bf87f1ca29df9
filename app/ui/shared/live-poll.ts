/** How long until the next question to the version, and what failures make of it. */
export const livePollMs = 1000;
const slowestPollMs = 30_000;

/** Doubles with each failure in a row, so that a server in trouble is not asked every second. */
export function nextPollDelay(failuresInARow: number): number {
  return Math.min(slowestPollMs, livePollMs * 2 ** failuresInARow);
}

type Poll = {
  /** Answers the version of what is shown. */
  readonly ask: (signal: AbortSignal) => Promise<string | null>;
  readonly onChange: () => void;
  readonly isHidden: () => boolean;
  /** Version the page was rendered from. If the server sent none, the first answer is taken for it. */
  readonly version: string | null;
};

/**
 * Asks again and again and calls `onChange` when the version is another one than before. Pauses while hidden;
 * `wake` asks at once. The function that comes back ends it.
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
    // While hidden nothing is scheduled: waking asks at once and goes on from there.
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
