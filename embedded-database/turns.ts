/** One client's batch of messages. Units that end a client's affairs wait as long as it takes. */
export type Turn = {
  client: number;
  /** Does the work; answers true when the client keeps the session, because its transaction is still open. */
  run: () => Promise<boolean>;
  /** Called instead of `run` when the wait was too long; absent on turns that may wait for ever. */
  refuse?: () => void;
};

export type Turns = {
  add: (turn: Turn) => void;
  /** Takes back what the client has not begun; answers how many turns that were. */
  withdraw: (client: number) => number;
  holds: (client: number) => boolean;
  /** Resolves when nothing runs. No turn begins after this. */
  close: () => Promise<void>;
};

type Waiting = Turn & { since: number };

/**
 * Gives the engine's one session to one client at a time: a batch by itself, or all batches of a transaction.
 * A turn is refused when the session stood idle inside somebody else's transaction for `limitMs` while it waited:
 * this is how a program notices that it awaits a second connection inside a transaction, instead of hanging.
 */
export function createTurns(limitMs: number): Turns {
  let waiting: Waiting[] = [];
  let running: Turn | undefined;
  let owner: number | undefined;
  let idleSince = 0;
  let closed: (() => void) | undefined;
  let isClosed = false;
  let watch: NodeJS.Timeout | undefined;

  function takeNext(): Waiting | undefined {
    const index = owner === undefined ? 0 : waiting.findIndex((turn) => turn.client === owner);
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  function refuseTheTired(): void {
    watch = undefined;
    if (!running && owner !== undefined) {
      const now = performance.now();
      const tired = waiting.filter((turn) => turn.refuse && now - Math.max(turn.since, idleSince) >= limitMs);
      waiting = waiting.filter((turn) => !tired.includes(turn));
      for (const turn of tired) turn.refuse?.();
    }
    watchTheWaiting();
  }

  function watchTheWaiting(): void {
    if (watch || isClosed || waiting.length === 0) return;
    watch = setTimeout(refuseTheTired, Math.max(20, limitMs / 20));
  }

  async function pump(): Promise<void> {
    if (running || isClosed) return;
    const turn = takeNext();
    if (!turn) return watchTheWaiting();
    running = turn;
    const keeps = await turn.run();
    running = undefined;
    owner = keeps ? turn.client : undefined;
    idleSince = performance.now();
    if (closed) return closed();
    // A breath between turns lets sockets be read and answers leave while many turns wait.
    setImmediate(() => void pump());
  }

  return {
    add(turn) {
      waiting.push({ ...turn, since: performance.now() });
      void pump();
    },
    withdraw(client) {
      const before = waiting.length;
      waiting = waiting.filter((turn) => turn.client !== client);
      return before - waiting.length;
    },
    holds: (client) => owner === client || running?.client === client,
    close() {
      isClosed = true;
      clearTimeout(watch);
      if (!running) return Promise.resolve();
      return new Promise((resolve) => {
        closed = resolve;
      });
    },
  };
}
