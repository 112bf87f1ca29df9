import { calmSwitches, type Switches } from "./state.ts";

/** The switches after this change, or a refusal that names the switch which does not exist or fit. */
export function readSwitches(current: Switches, change: unknown): Switches | { refusal: string } {
  if (typeof change !== "object" || change === null) return { refusal: "the body is not a JSON object" };
  const entries: [string, unknown][] = Object.entries(change);
  for (const [name, value] of entries) {
    if (!isSwitch(name)) return { refusal: `there is no switch "${name}"` };
    if (!accepts(name, value)) return { refusal: `"${name}" cannot be ${JSON.stringify(value)}` };
  }
  return { ...current, ...Object.fromEntries(entries) };
}

function isSwitch(name: string): name is keyof Switches {
  return name in calmSwitches;
}

function accepts(name: keyof Switches, value: unknown): boolean {
  switch (name) {
    case "graphql":
      return value === "normal" || value === "throttled" || value === "error";
    case "shuffle":
    case "drop":
      return typeof value === "boolean";
    case "retrySpeedUp":
      return typeof value === "number" && value >= 1;
    case "duplicate":
      return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1_000;
    case "delayMs":
      return typeof value === "number" && value >= 0;
  }
}
