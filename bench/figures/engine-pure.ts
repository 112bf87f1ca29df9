import type { Bench, Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import type { EngineWork } from "../workers/engine-worker.ts";

async function measure(bench: Bench) {
  const worker = bench.startWorker("workers/engine-worker.ts", "postgresql://nowhere/");
  const orders = bench.quick ? 50_000 : 200_000;
  const ask = async (kind: EngineWork["kind"]) => Number(await worker.ask({ kind, orders }));
  const sides = { value: () => ask("evaluate"), baseline: () => ask("parse") };
  await alternate(1, sides);
  return await alternate(bench.quick ? 3 : 5, sides);
}

export const enginePure: Figure = {
  id: "engine.pure",
  title: "Orders of five lines parsed and evaluated, against a loop that only parses them",
  unit: "orders/s",
  aim: { leastValue: 50_000 },
  measure,
};
