import { readFileSync, writeFileSync } from "node:fs";
import { faultKey } from "./fault.ts";
import { faults } from "./list.ts";

const file = new URL("./seeds.json", import.meta.url);

/** The recorded seed of each fault that has one, by `faultKey`. */
export function readSeeds(): Map<string, number> {
  return new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, number>));
}

/** Records seeds in the order of the list, and drops those of faults that are gone. */
export function writeSeeds(seeds: ReadonlyMap<string, number>): void {
  const known = faults.flatMap((fault) => {
    const seed = seeds.get(faultKey(fault));
    return seed === undefined ? [] : [[faultKey(fault), seed] as const];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
}
