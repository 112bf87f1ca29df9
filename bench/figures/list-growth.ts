import type { Bench, Figure } from "../figure.ts";
import { load } from "../load.ts";
import { alternate } from "../rounds.ts";
import { seedShop, type Seeded } from "../seed.ts";
import type { Reading } from "../workers/list-reader.ts";

const few = 1_000;

function many({ quick }: Bench): number {
  return quick ? 100_000 : 1_000_000;
}

type Side = { readonly databaseUrl: string; readonly seeded: Seeded };

/** A database of its own: in a shared one the many would stand in the indexes of the few. */
async function seed(bench: Bench, affiliates: number): Promise<Side> {
  const databaseUrl = await bench.newDatabase();
  const seeded = await seedShop(databaseUrl, "bench.myshopify.com", { affiliates, days: 90, orders: 50 });
  return { databaseUrl, seeded };
}

async function measureFlow(bench: Bench) {
  function reader({ databaseUrl, seeded }: Side) {
    const worker = bench.startWorker("workers/list-reader.ts", databaseUrl);
    const reading: Reading = { shopId: seeded.shopId, domain: seeded.domain, times: bench.quick ? 15 : 30 };
    return async () => Number(await worker.ask(reading));
  }
  const value = reader(await seed(bench, many(bench)));
  const baseline = reader(await seed(bench, few));
  await alternate(1, { value, baseline });
  return await alternate(bench.quick ? 5 : 9, { value, baseline });
}

async function measurePage(bench: Bench) {
  async function pages({ databaseUrl, seeded }: Side) {
    const origin = await bench.startApp(databaseUrl);
    return async () => {
      const { perSecond } = await load({
        origin,
        next: () => ({ path: "/dashboard/affiliates", headers: { Cookie: seeded.cookie }, status: 200 }),
        concurrency: 1,
        seconds: bench.quick ? 2 : 5,
        mostRequests: 10_000,
      });
      return 1000 / perSecond;
    };
  }
  const value = await pages(await seed(bench, many(bench)));
  const baseline = await pages(await seed(bench, few));
  await alternate(1, { value, baseline });
  return await alternate(bench.quick ? 3 : 5, { value, baseline });
}

export const listGrowth: Figure = {
  id: "list.growth",
  title: "What reading the list of affiliates costs with 1,000,000 of them (quick: 100,000), against 1,000",
  unit: "ms/read",
  aim: { most: 1.5 },
  measure: measureFlow,
};

export const listGrowthPage: Figure = {
  id: "list.growth.page",
  title: "The same as a page that is rendered",
  unit: "ms/page",
  aim: { most: 1.5 },
  measure: measurePage,
};
