import type { Bench, Figure } from "../figure.ts";
import { load, type Shot } from "../load.ts";
import { alternate } from "../rounds.ts";
import { untilStored } from "../until-stored.ts";
import { onDatabase, seedShop } from "../seed.ts";

export const links = 200;
const visitors = 50_000;
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Visitors from many addresses follow many links; one address alone would be taken for a flood. */
export function click(prefix: string, number: number): Shot {
  const visitor = (number * 7919) % visitors;
  return {
    path: `${prefix}/BENCH${(number % links) + 1}?s=bench&to=%2Fproducts%2Fmug`,
    headers: {
      "User-Agent": userAgent,
      "X-Forwarded-For": `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
    },
    status: 302,
  };
}

async function countClicks(databaseUrl: string): Promise<number> {
  return await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>("select count(*) from clicks");
    return Number(rows[0]?.count);
  });
}

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  await seedShop(databaseUrl, "bench.myshopify.com", {
    affiliates: links,
    days: 30,
    orders: 10,
    allActive: true,
  });
  const origin = await bench.startApp(databaseUrl);
  let stored = 0;
  let number = 0;
  async function run(prefix: string): Promise<number> {
    const answered = await load({
      origin,
      next: () => click(prefix, (number += 1)),
      concurrency: 64,
      seconds: bench.quick ? 2 : 6,
      mostRequests: 100_000,
    });
    if (prefix === "/r") stored += answered.requests;
    return answered.perSecond;
  }
  const sides = { value: () => run("/r"), baseline: () => run("/bench/r") };
  await alternate(1, sides);
  const measured = await alternate(bench.quick ? 3 : 5, sides);
  await untilStored(origin);
  const kept = await countClicks(databaseUrl);
  if (kept !== stored) throw new Error(`${stored} clicks were answered and ${kept} were kept.`);
  return measured;
}

export const clickRemix: Figure = {
  id: "click.remix",
  title: "GET /r/CODE kept durably, against the same without keeping it",
  unit: "requests/s",
  aim: { least: 0.5 },
  measure,
};
