import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Figure, Measured } from "../figure.ts";
import { openScreens, type Screen } from "../live-screens.ts";
import { residentMegabytes } from "../processes.ts";
import { giveCodes, seedShop } from "../seed.ts";
import type { OrderWork } from "../workers/order-worker.ts";

const affiliates = 50;
const screensOpen = 500;
/** 200 orders a second. */
const ordersAtOnce = 40;
const everyMs = 200;
/** What is promised: a sale shows within it. */
const promisedMs = 2000;
/** Who has not heard by then counts as never told, which ends the run. */
const mostMs = 20_000;

type Lag = { readonly p95: number; readonly before: number; readonly after: number };

/** Screens stay open while orders arrive; how long after its commit each batch was told to each of them. */
async function run(bench: Bench): Promise<Lag> {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates, days: 30, orders: 0, allActive: true };
  const { shopId, cookie } = await seedShop(databaseUrl, "bench.myshopify.com", size);
  await giveCodes(databaseUrl, shopId);
  const origin = await bench.startApp(databaseUrl);
  const worker = bench.startWorker("workers/order-worker.ts", databaseUrl);
  const work = (message: OrderWork) => worker.ask(message);
  const version = async (): Promise<string> => {
    const answer = await fetch(`${origin}/api/v1/pulse`, { headers: { Cookie: cookie } });
    return ((await answer.json()) as { version: string }).version;
  };
  const screens = await openScreens(origin, cookie, screensOpen);
  await pause(1000);
  const before = residentMegabytes(origin);
  const committed = new Map<string, number>();
  const batches = (bench.quick ? 10 : 30) * (1000 / everyMs);
  const begun = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    const from = batch * ordersAtOnce;
    await work({ kind: "fill", shopId, from, count: ordersAtOnce, affiliates, lines: 1 });
    await work({ kind: "work-off", atOnce: ordersAtOnce });
    // The worker answers when it is committed; nothing else changes before the next batch.
    const at = performance.now();
    committed.set(await version(), at);
    await pause(Math.max(0, begun + (batch + 1) * everyMs - performance.now()));
  }
  await pause(promisedMs);
  const after = residentMegabytes(origin);
  const lags = lagsOf(screens, [...committed]);
  for (const screen of screens) screen.close();
  return { p95: lags[Math.floor(lags.length * 0.95)] ?? mostMs, before, after };
}

/** A screen knows of a batch with the first message that tells of it or of a later one. */
function lagsOf(screens: readonly Screen[], committed: readonly (readonly [string, number])[]): number[] {
  const lags = screens.flatMap(({ told }) => {
    let earliest = Number.POSITIVE_INFINITY;
    return committed.toReversed().map(([version, at]) => {
      earliest = Math.min(earliest, told.get(version) ?? Number.POSITIVE_INFINITY);
      return Math.max(0, earliest - at);
    });
  });
  const sorted = lags.toSorted((a, b) => a - b);
  if ((sorted.at(-1) ?? mostMs) >= mostMs) throw new Error("A screen was never told of the last orders.");
  return sorted;
}

const lagOf = (bench: Bench) => bench.shared("live-lag", run);

export const liveLag: Figure = {
  id: "live.lag",
  title:
    "Commit to screen, 95 of 100, 500 screens open and 200 orders a second, against the two seconds promised",
  unit: "ms",
  aim: { most: 1 },
  measure: async (bench): Promise<Measured> => ({ value: (await lagOf(bench)).p95, baseline: promisedMs }),
};

export const liveMemory: Figure = {
  id: "live.memory",
  title: "Memory of the server with these screens after those orders, against before them",
  unit: "MB",
  aim: { most: 1.5 },
  measure: async (bench): Promise<Measured> => {
    const { before, after } = await lagOf(bench);
    return { value: after, baseline: before };
  },
};
