import { paypalCurrencies } from "#app/domain/payouts/request.ts";
import { BenchProblem, type Bench, type Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import { seedShop } from "../seed.ts";
import type { PayoutWork } from "../workers/payout-worker.ts";

/** As many as the job plans in one transaction. */
const atOnce = 500;

function sizeOf(affiliates: number) {
  return { affiliates, days: 0, orders: 0, allActive: true };
}

const currencies = [...paypalCurrencies];

/** A currency of its own for each round: one payment is open per affiliate and currency. */
function currencyOf(round: number): string {
  const found = currencies[round];
  if (found !== undefined) return found;
  throw new BenchProblem(`PayPal pays ${currencies.length} currencies, a round each`);
}

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  const count = bench.quick ? 5_000 : 20_000;
  const { shopId } = await seedShop(databaseUrl, "bench.myshopify.com", sizeOf(count));
  const copy = await seedShop(databaseUrl, "bench-copy.myshopify.com", sizeOf(count));
  const worker = bench.startWorker("workers/payout-worker.ts", databaseUrl);
  const ask = async (work: PayoutWork) => Number(await worker.ask(work));
  let round = 0;
  let planned = 0;
  async function plan(): Promise<number> {
    round += 1;
    planned = round;
    const of = { shopId, currency: currencyOf(round) };
    await ask({ kind: "fill", ...of });
    return count / (await ask({ kind: "plan", count, ...of }));
  }
  let written = 0;
  async function bare(): Promise<number> {
    written += 1;
    // Where the baseline goes first there are no rows yet that it could write again.
    if (written > planned) await plan();
    return count / (await ask({ kind: "bare", shopId, currency: currencyOf(written), copy, atOnce }));
  }
  const sides = { value: plan, baseline: bare };
  await alternate(1, sides);
  return await alternate(bench.quick ? 3 : 5, sides);
}

export const payoutPlan: Figure = {
  id: "payout.plan",
  title: "Payments planned through the job, against bare inserts of the same rows",
  unit: "payments/s",
  aim: { least: 0.5 },
  measure,
};

async function measureMemory(bench: Bench) {
  async function most(affiliates: number): Promise<number> {
    const databaseUrl = await bench.newDatabase();
    const { shopId } = await seedShop(databaseUrl, "bench.myshopify.com", sizeOf(affiliates));
    const worker = bench.startWorker("workers/payout-worker.ts", databaseUrl);
    const of = { shopId, currency: currencyOf(0) };
    await worker.ask({ kind: "fill", ...of } satisfies PayoutWork);
    return Number(await worker.ask({ kind: "memory", count: affiliates, ...of } satisfies PayoutWork));
  }
  const few = bench.quick ? 2_000 : 5_000;
  return { baseline: await most(few), value: await most(few * 10) };
}

export const payoutMemory: Figure = {
  id: "payout.memory",
  title: "Memory in use at most while 50,000 payouts are previewed and planned, against 5,000",
  unit: "MB",
  aim: { most: 1.2 },
  measure: measureMemory,
};
