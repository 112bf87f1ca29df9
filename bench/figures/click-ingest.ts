import type { Bench, Figure, Measured } from "../figure.ts";
import { load } from "../load.ts";
import { alternate, median } from "../rounds.ts";
import { onDatabase, seedShop } from "../seed.ts";
import { untilStored } from "../until-stored.ts";
import { click, links } from "./click-remix.ts";

type Side = { readonly perSecond: number[]; readonly p99: number[] };
type Both = { readonly value: Side; readonly baseline: Side };

/** Which of the answered clicks the database does not have. */
async function missing(databaseUrl: string, answered: readonly string[]): Promise<number> {
  return await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ missing: string }>(
      `select count(*) as missing from unnest($1::text[]) as answered (click_id)
        where not exists (select 1 from clicks c where c.click_id = answered.click_id)`,
      [answered],
    );
    return Number(rows[0]?.missing);
  });
}

async function measureBoth(bench: Bench): Promise<Both> {
  const databaseUrl = await bench.newDatabase();
  await seedShop(databaseUrl, "bench.myshopify.com", {
    affiliates: links,
    days: 30,
    orders: 10,
    allActive: true,
  });
  const origins = {
    value: await bench.startIngest(databaseUrl),
    baseline: await bench.startBare(databaseUrl),
  };
  const both: Both = { value: { perSecond: [], p99: [] }, baseline: { perSecond: [], p99: [] } };
  const clickIds: string[] = [];
  let number = 0;
  async function run(side: keyof Both): Promise<number> {
    const answered = await load({
      origin: origins[side],
      next: () => click("/r", (number += 1)),
      concurrency: 64,
      seconds: bench.quick ? 2 : 6,
      mostRequests: 100_000,
      onAnswer: ({ location = "" }) => {
        if (side === "value") clickIds.push(/aff_click=(clk_\w{26})\./.exec(location)?.[1] ?? "none");
      },
    });
    both[side].perSecond.push(answered.perSecond);
    both[side].p99.push(answered.p99);
    return answered.perSecond;
  }
  const sides = { value: () => run("value"), baseline: () => run("baseline") };
  await alternate(2, sides);
  for (const side of [both.value, both.baseline]) {
    side.perSecond.length = 0;
    side.p99.length = 0;
  }
  await alternate(bench.quick ? 3 : 5, sides);
  await untilStored(origins.value);
  const lost = await missing(databaseUrl, clickIds);
  if (lost > 0) throw new Error(`${clickIds.length} clicks were answered, and ${lost} of them are not kept.`);
  return both;
}

/** Both figures look at the same rounds. */
async function measured(bench: Bench, of: keyof Side): Promise<Measured> {
  const { value, baseline } = await bench.shared("click.ingest", measureBoth);
  return { value: median(value[of]), baseline: median(baseline[of]) };
}

export const clickIngest: Figure = {
  id: "click.ingest",
  title: "GET /r/CODE of ingest.ts kept durably, against node:http that answers the same 302",
  unit: "requests/s",
  aim: { least: 0.5 },
  measure: (bench) => measured(bench, "perSecond"),
};

export const clickIngestP99: Figure = {
  id: "click.ingest.p99",
  title: "99 of 100 such clicks are answered within, on both sides",
  unit: "ms",
  aim: { most: 2 },
  measure: (bench) => measured(bench, "p99"),
};
