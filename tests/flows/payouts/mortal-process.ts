import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Error of every statement and call after the process died. */
export class DeathError extends Error {
  override name = "DeathError";
}

/**
 * Work as a process does it: each statement and each network call is a step with a name, and at one of them it dies. At
 * the last step, what was asked may have been done without anybody hearing of it. Nothing that it wanted to do
 * afterwards happens.
 */
type Mortal = {
  /** The step at which it dies, and at the how manieth of that name. */
  readonly at: string;
  readonly nth: number;
  /** True: what was asked at the last step is done, and its answer lost. */
  readonly afterDoing: boolean;
  /** How often each step was taken. */
  readonly taken: Map<string, number>;
  isDead: boolean;
  wasDone: boolean;
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
    // The pool sets up a new connection before anybody asks on it.
    if (!mortal || /^(rollback|set statement_timeout)/.test(text)) return query.apply(this, given);
    const name = nameOfStatement(this, text);
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
  const realTimer = globalThis.setTimeout;
  // Timeouts are shorter here.
  AbortSignal.timeout = (ms) =>
    running.getStore() ? turnsSignal(Math.min(ms, patienceMs) / turnMs, realTimer) : realTimeout(ms);
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
const turnMs = 10;

/**
 * Aborted after so many turns of the loop, each of some milliseconds. Whoever is asked answers in this very process: on
 * a machine that leaves it no time for half a second, they were not given any either, and are not silent.
 */
function turnsSignal(turns: number, timer: typeof setTimeout): AbortSignal {
  const aborting = new AbortController();
  const turn = (left: number): void => {
    if (left > 0) timer(turn, turnMs, left - 1).unref();
    else aborting.abort(new DOMException("Nobody answered in time", "TimeoutError"));
  };
  turn(turns);
  return aborting.signal;
}

const shortPauseMs = 10;

/** Pauses between two tries of a call; what gives up a connection waits as long as ever. */
const isPause = (ms: number) => running.getStore() !== undefined && ms >= 250 && ms < 10_000;

function nameOf(pathname: string, method = "GET"): string {
  if (pathname.includes("oauth2")) return "token";
  if (pathname.endsWith("graphql.json")) return "graphql";
  if (pathname.endsWith("/cancel")) return "cancel";
  return method === "POST" ? "create" : "read";
}

/** Last write of each connection. */
const written = new WeakMap<object, string>();

/** Verb and table of a statement. A commit is named by the last write before it. */
function nameOfStatement(connection: object, text: string): string {
  const [, verb = "", table = ""] =
    /^(?:with \w+ as \(\s*)?(insert into|update|delete from)\s+"?([\w.]+)/.exec(text) ?? [];
  if (verb !== "") {
    const name = `${verb.split(" ", 1)[0]} ${table.startsWith("pgboss") ? "a job" : table}`;
    written.set(connection, name);
    return name;
  }
  const first = text.split(/[\s;]/, 1)[0] ?? "";
  if (first === "begin") written.delete(connection);
  if (first === "commit") return `commit after ${written.get(connection) ?? "reading"}`;
  return first === "with" || first === "select" ? nameOfReading(text) : first;
}

const nameOfReading = (text: string) => (/ for (no key )?update/.test(text) ? "lock" : "read");

function step<Answer>(mortal: Mortal, name: string, work: () => Promise<Answer>): Promise<Answer> {
  if (mortal.isDead) return Promise.reject(new DeathError("It is dead."));
  const times = (mortal.taken.get(name) ?? 0) + 1;
  mortal.taken.set(name, times);
  if (name !== mortal.at || times < mortal.nth) return work();
  mortal.isDead = true;
  const death = new DeathError(`It died at ${name}.`);
  // A death undoes writes within a transaction. A commit or a call may have taken effect.
  const mayBeThrough = name.startsWith("commit") || name.startsWith("fetch");
  if (!mortal.afterDoing || !mayBeThrough) return Promise.reject(death);
  mortal.wasDone = true;
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
  /** True where it came to the step at which it was to die. */
  readonly isDead: boolean;
  /** True where what was asked at that step was done all the same. */
  readonly wasDone: boolean;
  /** How often each step was taken, the last one counted in. */
  readonly taken: ReadonlyMap<string, number>;
};

/** When it dies; at no step where none is named. */
export type How = { readonly at?: string; readonly nth?: number; readonly afterDoing?: boolean };

/** Does the work as a process of its own, which dies at a step, if it gets so far. */
export async function live(
  { at = "", nth = 1, afterDoing = false }: How,
  work: () => Promise<unknown>,
): Promise<Life> {
  const mortal: Mortal = { at, nth, afterDoing, taken: new Map(), isDead: false, wasDone: false };
  try {
    await running.run(mortal, work);
  } catch (error) {
    if (!mortal.isDead) throw error;
  }
  return { isDead: mortal.isDead, wasDone: mortal.wasDone, taken: mortal.taken };
}
