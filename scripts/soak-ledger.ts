/**
 * `npm run soak:ledger -- --histories 1000000 --seed 1`: tells seeded histories to the product and to the model on all
 * cores, and one in a thousand of them through the database. Ends with the first difference, made small; Ctrl-C ends
 * it with the table of what was told so far.
 */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  addCounts,
  type Case,
  type Counts,
  factCases,
  roadCases,
  tableOf,
} from "../tests/histories/cases.ts";

type Done = { readonly counts: readonly (readonly [Case, number])[]; readonly difference: string | null };
type Pace = {
  readonly kind: "histories" | "road";
  readonly atOnce: number;
  next: number;
  readonly end: number;
};

const { values } = parseArgs({
  options: { histories: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } },
});
const [histories, seed] = [Number(values.histories), Number(values.seed)];
if (!Number.isSafeInteger(histories) || histories < 1 || !Number.isSafeInteger(seed)) {
  console.error("Give whole numbers: npm run soak:ledger -- --histories 1000000 --seed 1");
  process.exit(2);
}
const roads = Math.ceil(histories / 1000);
const pure: Pace = { kind: "histories", atOnce: 250, next: seed, end: seed + histories };
const road: Pace = { kind: "road", atOnce: 1, next: seed, end: seed + roads };
const counts: Counts = new Map();
const told = { histories: 0, road: 0 };
const children: ChildProcess[] = [];
const began = Date.now();
let spoke = began;
let isOver = false;

function finish(code: number): void {
  if (isOver) return;
  isOver = true;
  for (const child of children) if (child.connected) child.disconnect();
  console.log(tableOf(counts, [...factCases, ...roadCases]));
  console.log(`${told.histories} histories and ${told.road} roads from seed ${seed} in ${seconds()} s.`);
  process.exitCode = code;
}

const seconds = (): number => Math.round((Date.now() - began) / 1000);

/** Gives a child its next seeds, or lets it end. */
function giveMore(child: ChildProcess, pace: Pace): void {
  if (isOver || !child.connected) return;
  if (pace.next >= pace.end) {
    child.disconnect();
    return;
  }
  const times = Math.min(pace.atOnce, pace.end - pace.next);
  child.send({ kind: pace.kind, firstSeed: pace.next, times });
  pace.next += times;
}

function start(pace: Pace): void {
  const child = fork(fileURLToPath(new URL("../tests/histories/soak-worker.ts", import.meta.url)), [
    pace.kind,
  ]);
  children.push(child);
  child.on("message", (message) => {
    const done = message as Done & { readonly times: number };
    addCounts(counts, done.counts);
    told[pace.kind] += done.times;
    if (done.difference !== null) {
      console.error(done.difference);
      finish(1);
    } else if (Date.now() - spoke > 5000) {
      spoke = Date.now();
      console.log(
        `${told.histories} of ${histories} histories, ${told.road} of ${roads} roads, ${seconds()} s`,
      );
    }
    giveMore(child, pace);
  });
  child.on("exit", (code) => {
    children.splice(children.indexOf(child), 1);
    if (code !== 0 && !isOver) {
      console.error(`A worker ended with ${code}.`);
      finish(1);
    }
    if (children.length === 0) finish(0);
  });
}

process.on("SIGINT", () => finish(130));
for (let core = 0; core < availableParallelism(); core += 1) start(pure);
start(road);
