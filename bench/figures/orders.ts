import type { Bench, Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import { giveCodes, onDatabase, seedShop } from "../seed.ts";
import type { OrderWork } from "../workers/order-worker.ts";

/** As many as the app takes out of the inbox in one transaction. */
export const atOnce = 200;
const affiliates = 200;
const lines = 3;

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 0, orders: 0, allActive: true };
  const { shopId } = await seedShop(databaseUrl, "bench.myshopify.com", size);
  await giveCodes(databaseUrl, shopId);
  const copy = await seedShop(databaseUrl, "bench-copy.myshopify.com", size);
  const worker = bench.startWorker("workers/order-worker.ts", databaseUrl);
  const ask = (work: OrderWork) => worker.ask(work);
  const count = bench.quick ? 2_000 : 4_000;
  let from = 0;
  async function workOff(): Promise<number> {
    from += count;
    await ask({ kind: "fill", shopId, from, count, affiliates, lines });
    return count / Number(await ask({ kind: "work-off", atOnce }));
  }
  let bareFrom = 0;
  async function bare(): Promise<number> {
    bareFrom += count;
    // Where the baseline goes first there are no rows yet that it could write again.
    if (bareFrom > from) await workOff();
    const of = { shopId, from: bareFrom, count, affiliates, lines };
    return count / Number(await ask({ kind: "bare", of, copy, atOnce }));
  }
  const sides = { value: workOff, baseline: bare };
  await alternate(1, sides);
  // PostgreSQL does this after a minute. Until then it plans for empty tables.
  await onDatabase(databaseUrl, (client) => client.query("analyze"));
  return await alternate(bench.quick ? 3 : 5, sides);
}

export const orders: Figure = {
  id: "orders",
  title: "Orders from the inbox to the ledger, against bare inserts of the same rows",
  unit: "orders/s",
  aim: { least: 0.5 },
  measure,
};
