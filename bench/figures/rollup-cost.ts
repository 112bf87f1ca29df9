import { type Bench, BenchProblem, type Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import { giveCodes, onDatabase, seedShop } from "../seed.ts";
import type { OrderWork } from "../workers/order-worker.ts";
import { atOnce } from "./orders.ts";

const affiliates = 200;
const lines = 3;

/** A database of its own, so that neither writes into what the other reads. */
async function sideOf(bench: Bench, worker: string) {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 0, orders: 0, allActive: true };
  const { shopId } = await seedShop(databaseUrl, "bench.myshopify.com", size);
  await giveCodes(databaseUrl, shopId);
  const { ask } = bench.startWorker(worker, databaseUrl);
  const count = bench.quick ? 2_000 : 4_000;
  let from = 0;
  return {
    process: async () => {
      const fill: OrderWork = { kind: "fill", shopId, from, count, affiliates, lines };
      await ask(fill);
      from += count;
      return (1000 * Number(await ask({ kind: "work-off", atOnce } satisfies OrderWork))) / count;
    },
    analyze: () => onDatabase(databaseUrl, (client) => client.query("analyze")),
    sums: () => sumsIn(databaseUrl),
  };
}

/** How many orders are credited, and how many the sums of dimensions, affiliates and signals count. */
async function sumsIn(databaseUrl: string): Promise<{ credited: number; counted: number[] }> {
  return await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ credited: number; counted: number[] }>(`
      select (select count(*)::int from orders where credited) as credited, array[
        (select sum(orders)::int from daily_dimension_figures where dimension = 'channel'),
        (select sum(orders)::int from daily_figures where kept_orders > 0),
        (select sum(orders)::int from daily_signals where signal = '')] as counted`);
    const [row] = rows;
    if (!row) throw new BenchProblem("A question without a table has one row.");
    return { credited: row.credited, counted: row.counted.map(Number) };
  });
}

async function measure(bench: Bench) {
  const [summed, unsummed] = [
    await sideOf(bench, "workers/order-worker.ts"),
    await sideOf(bench, "workers/unsummed-worker.ts"),
  ];
  const sides = { value: summed.process, baseline: unsummed.process };
  await alternate(1, sides);
  // PostgreSQL does this after a minute. Until then it plans for empty tables.
  await Promise.all([summed.analyze(), unsummed.analyze()]);
  const measured = await alternate(bench.quick ? 5 : 9, sides);
  const [kept, none] = [await summed.sums(), await unsummed.sums()];
  const isWhole = kept.counted.every((sum) => sum === kept.credited);
  if (!isWhole) throw new BenchProblem("Not every order was counted.");
  if (none.credited !== kept.credited || none.counted.some((sum) => sum !== 0)) {
    throw new BenchProblem("The job that keeps no sums kept some, or credited others.");
  }
  return measured;
}

export const rollupCost: Figure = {
  id: "rollup.cost",
  title: "What an order costs from the inbox to the ledger, against the same job that writes no sums",
  unit: "ms/order",
  aim: { most: 1.2 },
  measure,
};
