import type { Bench, Figure } from "../figure.ts";
import { alternate } from "../rounds.ts";
import { onDatabase, seedShop } from "../seed.ts";
import type { ImportWork } from "../workers/import-worker.ts";

/** As many rows as the job imports in one transaction. */
const atOnce = 200;
const affiliates = 200;

async function measure(bench: Bench, kind: "people" | "referrals") {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 0, orders: 0, allActive: true };
  const { shopId, programId } = await seedShop(databaseUrl, "bench.myshopify.com", size);
  const copy = await seedShop(databaseUrl, "bench-copy.myshopify.com", size);
  const worker = bench.startWorker("workers/import-worker.ts", databaseUrl);
  const ask = async (work: ImportWork) => Number(await worker.ask(work));
  const count = bench.quick ? 2_000 : 10_000;
  let round = 0;
  async function importFile(): Promise<number> {
    round += 1;
    return count / (await ask({ kind, shopId, programId, round, count, affiliates }));
  }
  let written = 0;
  async function bare(): Promise<number> {
    written += 1;
    // Where the baseline goes first there are no rows yet that it could write again.
    if (written > round) await importFile();
    return count / (await ask({ kind: "bare", shopId, round: written, copy, atOnce }));
  }
  const sides = { value: importFile, baseline: bare };
  await alternate(1, sides);
  // PostgreSQL does this after a minute. Until then it plans for empty tables.
  await onDatabase(databaseUrl, (client) => client.query("analyze"));
  return await alternate(bench.quick ? 3 : 5, sides);
}

export const importPeople: Figure = {
  id: "import.people",
  title: "Affiliates of a file, checked and imported, against bare inserts of the same rows",
  unit: "rows/s",
  aim: { least: 0.3 },
  measure: (bench) => measure(bench, "people"),
};

export const importReferrals: Figure = {
  id: "import.referrals",
  title: "Commissions of a file, checked and imported, against bare inserts of the same rows",
  unit: "rows/s",
  aim: { least: 0.3 },
  measure: (bench) => measure(bench, "referrals"),
};

async function measureMemory(bench: Bench) {
  async function most(count: number): Promise<number> {
    const databaseUrl = await bench.newDatabase();
    const size = { affiliates, days: 0, orders: 0, allActive: true };
    const { shopId, programId } = await seedShop(databaseUrl, "bench.myshopify.com", size);
    const worker = bench.startWorker("workers/import-worker.ts", databaseUrl);
    return Number(await worker.ask({ kind: "memory", shopId, programId, round: 1, count, affiliates }));
  }
  const many = bench.quick ? 200_000 : 1_000_000;
  return { baseline: await most(many / 20), value: await most(many) };
}

export const importMemory: Figure = {
  id: "import.memory",
  title:
    "Memory of the process at most while 1,000,000 commissions are uploaded and imported, against 50,000",
  unit: "MB",
  aim: { most: 1.5 },
  measure: measureMemory,
};
