import { calmSwitches, type StoreCreditFault, type Switches } from "./state.ts";

/** The switches after this change, or a refusal that names the switch which does not exist or fit. */
export function readSwitches(current: Switches, change: unknown): Switches | { refusal: string } {
  if (typeof change !== "object" || change === null) return { refusal: "the body is not a JSON object" };
  const entries: [string, unknown][] = Object.entries(change);
  for (const [name, value] of entries) {
    if (!isSwitch(name)) return { refusal: `there is no switch "${name}"` };
    if (!accepted[name](value)) return { refusal: `"${name}" cannot be ${JSON.stringify(value)}` };
  }
  return { ...current, ...Object.fromEntries(entries) };
}

function isSwitch(name: string): name is keyof Switches {
  return name in calmSwitches;
}

const accepted: Record<keyof Required<Switches>, (value: unknown) => boolean> = {
  duplicate: (value) => isFrom(value, 0) && Number.isInteger(value) && value <= mostDuplicates,
  delayMs: (value) => isFrom(value, 0),
  shuffle: (value) => typeof value === "boolean",
  drop: (value) => typeof value === "boolean",
  graphql: (value) => ["normal", "throttled", "error", "forbidden"].some((answer) => answer === value),
  bulkDenied: (value) => typeof value === "boolean",
  withhold: (value) => typeof value === "boolean",
  storeCredit: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(
      ([name, times]: [string, unknown]) =>
        storeCreditFaults.has(name) && isFrom(times, 0) && Number.isInteger(times),
    ),
  retrySpeedUp: (value) => isFrom(value, 1),
};

const storeCreditFaults: ReadonlySet<string> = new Set([
  "error",
  "throttled",
  "errorAfter",
  "silence",
  "cut",
] satisfies StoreCreditFault[]);

const mostDuplicates = 1_000;

function isFrom(value: unknown, least: number): value is number {
  return typeof value === "number" && value >= least;
}
