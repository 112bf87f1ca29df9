import { type Fault, faultKey, type Noticing } from "./fault.ts";
import type { FaultProcess } from "./fault-process.ts";
import { searched } from "./look.ts";

/** Null where the recorded seed notices the fault; else why not, and what to do. */
export async function tryFault(
  process: FaultProcess,
  fault: Fault,
  recorded: ReadonlyMap<string, number>,
): Promise<string | null> {
  const { by } = fault;
  const seed = recorded.get(faultKey(fault));
  if (seed === undefined) return `It has no seed in tests/faults/seeds.json: ${howToFind(fault)}`;
  const found = await process.ask({ by, fault, seeds: [seed, ...othersAfter(seed, by)] });
  if (found.problem !== null) return `It could not be tried: ${found.problem}`;
  return found.seed === null ? `Seed ${seed} of the ${by} no longer notices it: ${howToFind(fault)}` : null;
}

/** Runs of payments depend on timing too: where the recorded seed misses the fault, the other seeds are tried. */
function othersAfter(seed: number, by: Noticing): number[] {
  const isTimed = by === "credit" || by === "paypal";
  return isTimed ? searched[by].filter((other) => other !== seed) : [];
}

const howToFind = ({ what }: Fault) => `npm run faults -- --search "${what}" looks for one and records it.`;

/** The first seed that notices a fault, or a text that says why there is none. */
export async function searchSeed(process: FaultProcess, fault: Fault): Promise<number | string> {
  const { by } = fault;
  const found = await process.ask({ by, fault, seeds: searched[by] });
  if (found.problem !== null) return `It could not be tried: ${found.problem}`;
  return found.seed ?? `None of ${searched[by].length} seeds of the ${by} notices it.`;
}
