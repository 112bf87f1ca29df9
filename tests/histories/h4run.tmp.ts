import { differenceIn } from "./compare.ts";
import { historyOf } from "./history.ts";
import { addCounts, type Counts, factCases, tableOf } from "./cases.ts";
const from = Number(process.argv[2] ?? 1),
  n = Number(process.argv[3] ?? 500);
const all: Counts = new Map();
let bad = 0;
const t = Date.now();
for (let s = from; s < from + n; s++) {
  const h = historyOf(s);
  let d: string | null;
  try {
    d = differenceIn(h);
  } catch (e) {
    d = `seed ${s}: threw ${(e as Error).stack?.split("\n").slice(0, 6).join(" | ")}`;
  }
  addCounts(all, h.counts);
  if (d) {
    bad++;
    if (bad <= Number(process.argv[4] ?? 8)) console.log(d);
  }
}
console.log("bad", bad, "of", n, Date.now() - t, "ms");
if (process.argv[5]) console.log(tableOf(all, factCases));
