import type { Bench, Figure } from "../figure.ts";
import { load } from "../load.ts";
import { alternate } from "../rounds.ts";
import { seedShop } from "../seed.ts";

async function measure(bench: Bench, path: string) {
  const databaseUrl = await bench.newDatabase();
  const { cookie } = await seedShop(databaseUrl, "bench.myshopify.com", {
    affiliates: 500,
    days: 90,
    orders: 50,
  });
  const origin = await bench.startApp(databaseUrl);
  async function run(page: string): Promise<number> {
    const answered = await load({
      origin,
      next: () => ({ path: page, headers: { Cookie: cookie, Accept: "text/html" }, status: 200 }),
      concurrency: 8,
      seconds: bench.quick ? 3 : 8,
      mostRequests: 20_000,
    });
    return answered.perSecond;
  }
  const sides = { value: () => run(path), baseline: () => run("/bench/empty") };
  // The first pages are rendered by code that is not yet compiled.
  await alternate(1, sides);
  return await alternate(bench.quick ? 3 : 5, sides);
}

export const ssrDashboard: Figure = {
  id: "ssr.dashboard",
  title: "The dashboard, against an empty page in the same frame",
  unit: "pages/s",
  aim: { least: 0.7 },
  measure: (bench) => measure(bench, "/dashboard"),
};

export const ssrAffiliates: Figure = {
  id: "ssr.affiliates",
  title: "The list of affiliates, against an empty page in the same frame",
  unit: "pages/s",
  aim: { least: 0.7 },
  measure: (bench) => measure(bench, "/dashboard/affiliates"),
};
