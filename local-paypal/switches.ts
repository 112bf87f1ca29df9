/** Reads a change of the switches, naming what does not exist or fit. */
import {
  callKinds,
  calmSwitches,
  faultNames,
  type CallKind,
  type Fault,
  type FaultName,
  type ReceiverRule,
  type Switches,
} from "./switch-types.ts";

/** A fault as it may be given: how often, or in full. */
export type FaultChange = number | Partial<Fault>;

/** A change of some switches; faults and rights are laid over the ones that stand, all else replaces. */
export type SwitchChange = Partial<Omit<Switches, "faults" | "receivers" | "rights" | "stragglers">> & {
  faults?: Partial<Record<FaultName, FaultChange>>;
  receivers?: (Pick<ReceiverRule, "match" | "becomes"> & Partial<ReceiverRule>)[];
  rights?: Partial<Switches["rights"]>;
  stragglers?: Partial<Switches["stragglers"]>;
};

type Refusal = { refusal: string };
type Table = Record<string, unknown>;

/** The switches after this change, or a refusal in one sentence. */
export function readSwitches(current: Switches, change: unknown): Switches | Refusal {
  if (!isTable(change)) return { refusal: "the body is not a JSON object" };
  const next: Switches = structuredClone(current);
  for (const [name, value] of Object.entries(change)) {
    const refusal = isSwitch(name) ? setters[name](next, value) : `there is no switch "${name}"`;
    if (refusal !== null) return { refusal };
  }
  return next;
}

type Setter = (next: Switches, value: unknown) => string | null;

const setters: Record<keyof Switches, Setter> = {
  seed: number("seed", 0),
  faults: setFaults,
  receivers: setReceivers,
  stragglers(next, value) {
    if (!isTable(value)) return misfit("stragglers", value);
    const { share = next.stragglers.share, delayMs = next.stragglers.delayMs } = value;
    if (!isChance(share) || !isAtLeast(delayMs, 0)) return misfit("stragglers", value);
    next.stragglers = { share, delayMs };
    return null;
  },
  rights(next, value) {
    if (!isTable(value)) return misfit("rights", value);
    const { payouts = next.rights.payouts, reporting = next.rights.reporting } = value;
    if (typeof payouts !== "boolean" || typeof reporting !== "boolean") return misfit("rights", value);
    next.rights = { payouts, reporting };
    return null;
  },
  duplicateLink: flag("duplicateLink"),
  shuffle: flag("shuffle"),
  drop: flag("drop"),
  processMs: number("processMs", 0),
  reportLagMs: number("reportLagMs", 0),
  delayMs: number("delayMs", 0),
  retrySpeedUp: number("retrySpeedUp", 1),
  duplicate: number("duplicate", 0),
};

function setFaults(next: Switches, value: unknown): string | null {
  if (!isTable(value)) return misfit("faults", value);
  for (const [name, given] of Object.entries(value)) {
    if (!isFaultName(name)) return `there is no fault "${name}"`;
    const fault = readFault(given);
    if (fault === null) return misfit(name, given);
    next.faults[name] = fault;
  }
  return null;
}

function readFault(given: unknown): Fault | null {
  const table: unknown = typeof given === "number" ? { times: given } : given;
  if (!isTable(table)) return null;
  const { times = 0, probability = 0, on = ["create"] } = table;
  const fits = isAtLeast(times, 0) && Number.isInteger(times) && isChance(probability) && isCallKinds(on);
  return fits ? { times, probability, on } : null;
}

const outcomes: ReadonlySet<unknown> = new Set([
  "SUCCESS",
  "UNCLAIMED",
  "FAILED",
  "ONHOLD",
  "BLOCKED",
  "RETURNED",
  "REFUNDED",
  "REVERSED",
]);

function setReceivers(next: Switches, value: unknown): string | null {
  if (!Array.isArray(value)) return misfit("receivers", value);
  const rules = value.map(readRule);
  const bad = rules.indexOf(null);
  if (bad !== -1) return misfit("receivers", value[bad]);
  next.receivers = rules.filter((rule) => rule !== null);
  return null;
}

function readRule(given: unknown): ReceiverRule | null {
  if (!isTable(given)) return null;
  const { match, becomes, error = null, times = null, probability = 1 } = given;
  if (typeof match !== "string" || !isOutcome(becomes) || !isChance(probability)) return null;
  if (error !== null && typeof error !== "string") return null;
  if (times !== null && !isAtLeast(times, 0)) return null;
  return { match, becomes, error, times, probability };
}

function flag(name: "duplicateLink" | "shuffle" | "drop"): Setter {
  return (next, value) => {
    if (typeof value !== "boolean") return misfit(name, value);
    next[name] = value;
    return null;
  };
}

function number(
  name: "seed" | "processMs" | "reportLagMs" | "delayMs" | "retrySpeedUp" | "duplicate",
  least: number,
): Setter {
  return (next, value) => {
    if (!isAtLeast(value, least)) return misfit(name, value);
    next[name] = value;
    return null;
  };
}

function misfit(name: string, value: unknown): string {
  return `"${name}" cannot be ${JSON.stringify(value)}`;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSwitch(name: string): name is keyof Switches {
  return name in calmSwitches;
}

function isFaultName(name: string): name is FaultName {
  return (faultNames as readonly string[]).includes(name);
}

function isOutcome(value: unknown): value is ReceiverRule["becomes"] {
  return outcomes.has(value);
}

function isCallKinds(value: unknown): value is CallKind[] {
  return Array.isArray(value) && value.every((kind) => (callKinds as readonly unknown[]).includes(kind));
}

function isChance(value: unknown): value is number {
  return isAtLeast(value, 0) && value <= 1;
}

function isAtLeast(value: unknown, least: number): value is number {
  return typeof value === "number" && value >= least;
}
