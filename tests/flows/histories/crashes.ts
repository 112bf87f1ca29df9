import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** A crash in a transaction, for the code that waited for it. */
class CrashError extends Error {
  override name = "CrashError";
}

type Query = (...given: unknown[]) => unknown;

/** Where the next transaction breaks: before its n-th question, or after its commit, whose answer is then lost. */
type Plan = { before: number; asked: number; isOver: boolean; at: string };

/** Each piece of work has its own: other transactions of the process go on undisturbed. */
const plans = new AsyncLocalStorage<Plan>();
const open = new WeakSet<object>();

/** Puts the breaking point into every connection of this process; answers how to take it out again. */
export function breakable(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function query(this: object, ...given: unknown[]) {
    const text = textOf(given[0]);
    if (text.startsWith("begin")) open.add(this);
    const plan = plans.getStore();
    if (plan === undefined || plan.isOver || !open.has(this) || text.startsWith("rollback")) {
      if (text.startsWith("rollback") || text.startsWith("commit")) open.delete(this);
      return original.apply(this, given);
    }
    plan.asked += 1;
    if (plan.asked < plan.before) {
      if (text.startsWith("commit")) open.delete(this);
      return original.apply(this, given);
    }
    plan.isOver = true;
    plan.at = text.split(/\s/, 1)[0] ?? "";
    const crash = new CrashError(`The process died at question ${plan.asked}.`);
    if (!text.startsWith("commit")) return Promise.reject(crash);
    open.delete(this);
    return Promise.resolve(original.apply(this, given)).then(() => Promise.reject(crash));
  };
  return () => {
    prototype.query = original;
  };
}

function textOf(first: unknown): string {
  const text = typeof first === "string" ? first : ((first as { text?: string } | null)?.text ?? "");
  return text.trimStart().toLowerCase();
}

export type Broken<Answer> =
  /** The work ended with the crash, and has to be done again. `at` is the first word of the question. */
  | { readonly kind: "ended"; readonly at: string }
  /** The work went through; `met` when it was broken on the way and helped itself. */
  | { readonly kind: "done"; readonly met: boolean; readonly at: string; readonly answer: Answer };

/** Does the work and breaks its first transaction before the n-th question, if it asks so many. */
export async function breakingAt<Answer>(
  before: number,
  work: () => Promise<Answer>,
): Promise<Broken<Answer>> {
  const own: Plan = { before, asked: 0, isOver: false, at: "" };
  try {
    const answer = await plans.run(own, work);
    return { kind: "done", met: own.isOver, at: own.at, answer };
  } catch (error) {
    if (isCrash(error)) return { kind: "ended", at: own.at };
    throw error;
  }
}

/**
 * Does the work with a crash before its first question, again with one before its second, and so on through all its
 * transactions, until it goes through; a commit goes through with its answer lost. Answers where it was broken.
 */
export async function breakingEverywhere(work: () => Promise<unknown>): Promise<string[]> {
  const places: string[] = [];
  for (;;) {
    const broken = await breakingAt(places.length + 1, work);
    if (broken.kind === "done" && !broken.met) return places;
    places.push(broken.at);
  }
}

function isCrash(error: unknown): boolean {
  if (error instanceof CrashError) return true;
  return error instanceof Error && error.cause !== undefined && isCrash(error.cause);
}
