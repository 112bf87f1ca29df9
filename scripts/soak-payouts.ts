/**
 * `npm run soak:payouts -- --runs 10000 --seed 1`: sections of payments whose processes die at any step, against the
 * stand-ins of PayPal and of the platform's store credit, on all cores. Ends with the first run after which somebody is
 * not paid once by their books; Ctrl-C ends it with the table of what occurred so far.
 */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

type Done = {
  readonly counts: readonly (readonly [string, number])[];
  readonly difference: string | null;
  readonly runs: number;
};

const { values } = parseArgs({
  options: { runs: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error("Give whole numbers: npm run soak:payouts -- --runs 10000 --seed 1");
  process.exit(2);
}

/** A share of the runs follows one another over the same affiliates. */
const share = 20;
const counts = new Map<string, number>();
const children: ChildProcess[] = [];
const began = Date.now();
let next = seed;
let shares = 0;
let told = 0;
let isOver = false;

function finish(code: number): void {
  if (isOver) return;
  isOver = true;
  for (const child of children) if (child.connected) child.disconnect();
  for (const [what, times] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${String(times).padStart(8)} × ${what}`);
  }
  console.log(`${told} runs from seed ${seed} in ${Math.round((Date.now() - began) / 1000)} s.`);
  process.exitCode = code;
}

function giveMore(child: ChildProcess): void {
  if (isOver || !child.connected) return;
  const times = Math.min(share, seed + runs - next);
  if (times <= 0) {
    child.disconnect();
    return;
  }
  // Every third share is store credit's.
  shares += 1;
  child.send({ kind: shares % 3 === 0 ? "credit" : "paypal", firstSeed: next, runs: times });
  next += times;
}

function start(): void {
  const child = fork(fileURLToPath(new URL("../tests/flows/payouts/soak-worker.ts", import.meta.url)));
  children.push(child);
  child.on("message", (message) => {
    if (message === "ready") return giveMore(child);
    const done = message as Done;
    for (const [what, times] of done.counts) counts.set(what, (counts.get(what) ?? 0) + times);
    told += done.runs;
    if (done.difference !== null) {
      console.error(done.difference);
      return finish(1);
    }
    console.log(`${told} of ${runs} runs.`);
    if (told >= runs) finish(0);
    else giveMore(child);
  });
  child.on("exit", (code) => {
    if (code !== 0 && code !== null && !isOver) {
      console.error(`A worker ended with ${code}.`);
      finish(1);
    }
  });
}

process.on("SIGINT", () => finish(0));
for (let index = 0; index < Math.max(1, availableParallelism()); index += 1) start();
