import type { Bench, Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import { seedShop } from "../seed.ts";
import type { BacktestWork } from "../workers/backtest-worker.ts";

const affiliates = 500;

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 0, orders: 0, allActive: true };
  const shop = await seedShop(databaseUrl, "backtest.myshopify.com", size);
  const worker = bench.startWorker("workers/backtest-worker.ts", databaseUrl);
  const ask = async (work: BacktestWork) => Number(await worker.ask(work));
  const orders = bench.quick ? 20_000 : 100_000;
  await ask({ kind: "fill", shop, orders, affiliates });
  const sides = {
    value: () => ask({ kind: "backtest", shop, orders }),
    baseline: () => ask({ kind: "pure", orders }),
  };
  await alternate(1, sides);
  return await alternate(3, sides);
}

export const backtest: Figure = {
  id: "backtest",
  title: "A draft and today's terms run over 100,000 orders in the database, against the pure function alone",
  unit: "s",
  aim: { most: 5 },
  measure,
};
