import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** What work of a process that died sees of every statement and call it still wants to make. */
export class DeathError extends Error {
  override name = "DeathError";
}

/**
 * Work as a process does it: each statement and each network call is a step, and at its `diesAt`-th step it dies. At the
 * last step, what was asked may have been done without anybody hearing of it. Nothing that it wanted to do afterwards
 * happens.
 */
type Mortal = {
  diesAt: number;
  /** True: what was asked at the last step is done, and its answer lost. */
  readonly afterDoing: boolean;
  /** True: only calls over the network are counted as steps. */
  readonly isOfCall: boolean;
  steps: number;
  isDead: boolean;
  /** What it died at: the first word of a statement, or `fetch` with the path. */
  diedAt: string;
};

const running = new AsyncLocalStorage<Mortal>();

type Query = (...given: unknown[]) => unknown;

/** Puts the steps into every connection and `fetch` of this process of the tests; answers how to take them out. */
export function mortalSteps(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const realFetch = globalThis.fetch;
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  prototype.query = function mortalQuery(this: object, ...given: unknown[]) {
    const mortal = running.getStore();
    const text = textOf(given[0]);
    // The server ends the transaction of a connection that is gone.
    if (!mortal || text.startsWith("rollback")) return query.apply(this, given);
    const name = text.split(/\s/, 1)[0] ?? "";
    const answer = given.at(-1);
    if (typeof answer !== "function") {
      return step(mortal, name, () => Promise.resolve(query.apply(this, given)));
    }
    // The pool itself asks with a callback.
    step(mortal, name, () => Promise.resolve()).then(
      () => query.apply(this, given),
      (error: unknown) => answer(error),
    );
    return undefined;
  };
  globalThis.fetch = (input, init) => {
    const mortal = running.getStore();
    if (!mortal) return realFetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    return step(mortal, `fetch ${nameOf(pathname, init?.method)}`, () => realFetch(input, init));
  };
  // Whoever does not answer is not waited for so long here.
  AbortSignal.timeout = (ms) => realTimeout(running.getStore() ? Math.min(ms, patienceMs) : ms);
  const realTimer = globalThis.setTimeout;
  const shortTimer = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    realTimer(work, isPause(ms) ? shortPauseMs : ms, ...given);
  globalThis.setTimeout = Object.assign(shortTimer, realTimer);
  return () => {
    prototype.query = query;
    globalThis.setTimeout = realTimer;
    globalThis.fetch = realFetch;
    AbortSignal.timeout = realTimeout;
  };
}

const patienceMs = 400;
const shortPauseMs = 10;

/** Pauses between two tries of a call; what gives up a connection waits as long as ever. */
const isPause = (ms: number) => running.getStore() !== undefined && ms >= 250 && ms < 10_000;

function nameOf(pathname: string, method = "GET"): string {
  if (pathname.includes("oauth2")) return "token";
  if (pathname.endsWith("graphql.json")) return "graphql";
  if (pathname.endsWith("/cancel")) return "cancel";
  return method === "POST" ? "create" : "read";
}

function step<Answer>(mortal: Mortal, name: string, work: () => Promise<Answer>): Promise<Answer> {
  if (mortal.isDead) return Promise.reject(new DeathError("It is dead."));
  if (!mortal.isOfCall || name.startsWith("fetch")) mortal.steps += 1;
  if (mortal.steps < mortal.diesAt) return work();
  mortal.isDead = true;
  mortal.diedAt = name;
  const death = new DeathError(`It died at step ${mortal.steps}, ${name}.`);
  // What changes something within a transaction is undone with it; a commit and a call may be through.
  const mayBeThrough = name === "commit" || name.startsWith("fetch");
  if (!mortal.afterDoing || !mayBeThrough) return Promise.reject(death);
  return work().then(
    () => Promise.reject(death),
    () => Promise.reject(death),
  );
}

function textOf(first: unknown): string {
  const text = typeof first === "string" ? first : ((first as { text?: string } | null)?.text ?? "");
  return text.trimStart().toLowerCase();
}

export type Life = {
  /** What it died at; '' where it lived to the end. */
  readonly diedAt: string;
  readonly afterDoing: boolean;
  readonly steps: number;
};

/** When it dies; at no step where none is named. */
type How = {
  readonly diesAt?: number | undefined;
  readonly afterDoing?: boolean;
  readonly isOfCall?: boolean;
};

/** Does the work as a process of its own, which dies at a step, if it gets so far. */
export async function live(
  { diesAt = Number.MAX_SAFE_INTEGER, afterDoing = false, isOfCall = false }: How,
  work: () => Promise<unknown>,
): Promise<Life> {
  const mortal: Mortal = { diesAt, afterDoing, isOfCall, steps: 0, isDead: false, diedAt: "" };
  try {
    await running.run(mortal, work);
  } catch (error) {
    if (!mortal.isDead) throw error;
  }
  return { diedAt: mortal.diedAt, afterDoing, steps: mortal.steps };
}
