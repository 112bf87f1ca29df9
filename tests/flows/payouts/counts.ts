import type { Chance } from "../../histories/random.ts";
import { type How, type Life, live } from "./mortal-process.ts";

export type Counts = Map<string, number>;
export const count = (counts: Counts, what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);

/** Steps at which processes die, each with how often at least in a hundred runs. */
export type Steps = Readonly<Record<string, number>>;

/** Coverage required of runs: deaths at each step, and how often each case occurs in a hundred runs. */
export type Cases = {
  readonly steps: Steps;
  readonly least: Readonly<Record<string, number>>;
};

/** One of the steps at which few died so far for how often they should; half of the time the one with fewest. */
function seldomStep(steps: Steps, chance: Chance, counts: Counts): string {
  const shares = Object.entries(steps).map(([step, least]) => {
    return { step, share: (counts.get(`died at: ${step}`) ?? 0) / Math.max(least, 1) };
  });
  const seldom = shares.toSorted((a, b) => a.share - b.share);
  return chance.pick(seldom.slice(0, chance.is(0.5) ? 1 : amongSteps)).step;
}

const amongSteps = 8;

/** A step that comes once in a life is come to only as the first of its name. */
function nextDeath(steps: Steps, chance: Chance, counts: Counts): { at: string; nth: number } {
  const at = seldomStep(steps, chance, counts);
  const nth = chance.pick([1, 1, 2, 3]);
  return { at, nth: (counts.get(`died at: ${at}`) ?? 0) < (steps[at] ?? 0) ? 1 : nth };
}

/** One life of a process; as long as there are deaths left it dies at one of these steps, if it comes to it. */
export async function oneLife(
  steps: Steps,
  { chance, counts, deaths }: { readonly chance: Chance; readonly counts: Counts; readonly deaths: number },
  work: () => Promise<unknown>,
): Promise<Life> {
  const how: How = deaths > 0 ? { ...nextDeath(steps, chance, counts), afterDoing: chance.is(0.5) } : {};
  const life = await live(how, work);
  for (const [step, times] of life.taken) count(counts, `taken: ${step}`, times);
  if (life.isDead) count(counts, `died at: ${how.at}`);
  if (life.isDead && life.wasDone) count(counts, `died at: ${how.at}, done`);
  return life;
}

const byName = ([one]: readonly [string, number], [other]: readonly [string, number]) =>
  one < other ? -1 : 1;

/** Prints how often each case occurred in `done` runs, and fails where one occurred too seldom for `runs`. */
export function checkedCounts(
  what: string,
  counts: Counts,
  { done, ...cases }: Cases & { readonly runs: number; readonly done: number },
): void {
  const times = (name: string) => counts.get(name) ?? 0;
  const occurred = [...counts].filter(([name]) => !/^(taken|died at): /.test(name)).toSorted(byName);
  const lines = occurred.map(([name, so]) => `${String(so).padStart(8)} × ${name}`);
  const taken = [...counts.keys()].flatMap((name) => /^taken: (.*)$/.exec(name)?.[1] ?? []).toSorted();
  const table = taken.map((step) => {
    const figures = [`taken: ${step}`, `died at: ${step}`, `died at: ${step}, done`].map(times);
    return `${figures.map((one) => String(one).padStart(8)).join("")}  ${step}`;
  });
  const head = `${["taken", "died", "done"].map((one) => one.padStart(8)).join("")}  step`;
  console.info([`${done} runs of ${what}:`, ...lines, head, ...table].join("\n"));
  const unknown = taken.filter((step) => !(step in cases.steps));
  if (unknown.length > 0) {
    throw new Error(`Steps at which no process dies: ${unknown.join(", ")}`);
  }
  const seldom = tooSeldom(counts, cases);
  if (seldom.length > 0) throw new Error(`Too seldom: ${seldom.join(", ")}`);
}

/** Cases that occurred too seldom for so many runs: each has to occur at least once in any number of them. */
export function tooSeldom(
  counts: Counts,
  { runs, steps, least }: Cases & { readonly runs: number },
): string[] {
  const deaths = Object.entries(steps).map(([step, per]) => [`died at: ${step}`, per] as const);
  return [...deaths, ...Object.entries(least)]
    .filter(([, per]) => per > 0)
    .filter(([name, per]) => (counts.get(name) ?? 0) < Math.max(1, Math.floor((per * runs) / 100)))
    .map(([name]) => name);
}
