import { affiliates, type Books, seedBooks } from "../books.ts";
import type { Bench, Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import type { OrderWork } from "../workers/order-worker.ts";
import type { BookReading } from "../workers/book-reader.ts";
import { atOnce } from "./orders.ts";

const few = 10_000;

function many({ quick }: Bench): number {
  return quick ? 1_000_000 : 10_000_000;
}

async function bothSizes(bench: Bench): Promise<{ large: Books; small: Books }> {
  const large = await bench.shared("many books", (own) => seedBooks(own, many(own)));
  const small = await bench.shared("few books", (own) => seedBooks(own, few));
  return { large, small };
}

async function measureReading(bench: Bench, kind: BookReading["kind"]) {
  const { large, small } = await bothSizes(bench);
  function reader({ databaseUrl, seeded, orders }: Books) {
    const worker = bench.startWorker("workers/book-reader.ts", databaseUrl);
    const reading: BookReading = { kind, shopId: seeded.shopId, domain: seeded.domain, orders, times: 500 };
    return async () => Number(await worker.ask(reading));
  }
  const sides = { value: reader(large), baseline: reader(small) };
  // Both read the same 500 things every time: what is measured is the way to them, not the disk.
  await alternate(2, sides);
  return await alternate(bench.quick ? 5 : 9, sides);
}

export const explainGrowth: Figure = {
  id: "explain.growth",
  title:
    "What reading an order's explanation costs with 10,000,000 ledger rows (quick: 1,000,000), against 10,000",
  unit: "ms/read",
  aim: { most: 1.2 },
  measure: (bench) => measureReading(bench, "explanation"),
};

export const balanceGrowth: Figure = {
  id: "balance.growth",
  title: "The same of an affiliate's balances and figures",
  unit: "ms/read",
  aim: { most: 1.2 },
  measure: (bench) => measureReading(bench, "balances"),
};

async function measureOrders(bench: Bench) {
  const { large, small } = await bothSizes(bench);
  const count = bench.quick ? 2_000 : 4_000;
  function processor({ databaseUrl, seeded }: Books) {
    const worker = bench.startWorker("workers/order-worker.ts", databaseUrl);
    // Those below were processed while the books were made.
    let from = affiliates;
    return async () => {
      const fill: OrderWork = { kind: "fill", shopId: seeded.shopId, from, count, affiliates, lines: 3 };
      await worker.ask(fill);
      from += count;
      return (1000 * Number(await worker.ask({ kind: "work-off", atOnce } satisfies OrderWork))) / count;
    };
  }
  const sides = { value: processor(large), baseline: processor(small) };
  await alternate(1, sides);
  return await alternate(bench.quick ? 3 : 5, sides);
}

export const ordersGrowth: Figure = {
  id: "orders.growth",
  title: "What an order costs from the inbox to the ledger, between the same sizes",
  unit: "ms/order",
  aim: { most: 1.2 },
  measure: measureOrders,
};
