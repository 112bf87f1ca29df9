import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Figure, Measured } from "../figure.ts";
import { openDashboard, type Shown } from "../chromium-screen.ts";
import { openScreens, type Screen } from "../live-screens.ts";
import { residentMegabytes } from "../processes.ts";
import { giveCodes, seedShop } from "../seed.ts";
import type { OrderWork } from "../workers/order-worker.ts";

const affiliates = 50;
/** As many event streams, and one screen more in Chromium, of which is seen what it shows. */
const streamsOpen = 499;
/** 200 orders a second. */
const ordersAtOnce = 40;
const everyMs = 200;
/** A sale must show within this time. */
const promisedMs = 2000;
/** The run ends with an error if a screen has not heard by then. */
const mostMs = 20_000;

type Lag = { readonly shown: number; readonly told: number; readonly before: number; readonly after: number };

/** A batch of orders: its version, the number of its last order, and when it was committed by both clocks. */
type Batch = {
  readonly version: string;
  readonly last: number;
  readonly at: number;
  readonly clock: number;
};

/**
 * Screens stay open while orders arrive: how long after its commit each batch was told to each of them, and how long
 * until the dashboard in Chromium showed its orders.
 */
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
  const screens = await openScreens(origin, cookie, streamsOpen);
  const dashboard = await openDashboard(origin, cookie);
  await pause(1000);
  const before = residentMegabytes(origin);
  const committed: Batch[] = [];
  const batches = (bench.quick ? 10 : 30) * (1000 / everyMs);
  const begun = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    const from = batch * ordersAtOnce;
    await work({ kind: "fill", shopId, from, count: ordersAtOnce, affiliates, lines: 1 });
    await work({ kind: "work-off", atOnce: ordersAtOnce });
    // The worker answers when it is committed; nothing else changes before the next batch.
    const [at, clock] = [performance.now(), Date.now()];
    committed.push({ version: await version(), last: from + ordersAtOnce - 1, at, clock });
    await pause(Math.max(0, begun + (batch + 1) * everyMs - performance.now()));
  }
  await pause(2 * promisedMs);
  const after = residentMegabytes(origin);
  const told = p95(lagsOf(screens, committed));
  const shown = p95(shownLags(await dashboard.close(), committed));
  for (const screen of screens) screen.close();
  process.stdout.write(
    `  95 of 100: told after ${told.toFixed(0)} ms, shown after ${shown.toFixed(0)} ms; ` +
      `memory ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after\n`,
  );
  return { shown, told, before, after };
}

function p95(lags: readonly number[]): number {
  const sorted = lags.toSorted((a, b) => a - b);
  if ((sorted.at(-1) ?? mostMs) >= mostMs) throw new Error("A screen never had the last orders.");
  return sorted[Math.floor(sorted.length * 0.95)] ?? mostMs;
}

/** The screen has a batch with the first picture of its last order or of a later one. */
function shownLags(shown: readonly Shown[], committed: readonly Batch[]): number[] {
  return committed.map(({ last, clock }) => {
    const first = shown.find(({ number }) => number >= last);
    return Math.max(0, (first?.at ?? Number.POSITIVE_INFINITY) - clock);
  });
}

/** A screen knows of a batch with the first message that tells of it or of a later one. */
function lagsOf(screens: readonly Screen[], committed: readonly Batch[]): number[] {
  return screens.flatMap(({ told }) => {
    let earliest = Number.POSITIVE_INFINITY;
    return committed.toReversed().map(({ version, at }) => {
      earliest = Math.min(earliest, told.get(version) ?? Number.POSITIVE_INFINITY);
      return Math.max(0, earliest - at);
    });
  });
}

const lagOf = (bench: Bench) => bench.shared("live-lag", run);

export const liveLag: Figure = {
  id: "live.lag",
  title:
    "Commit to what Chromium shows, 95 of 100, 500 screens open, 200 orders a second, against the two seconds promised",
  unit: "ms",
  aim: { most: 1 },
  measure: async (bench): Promise<Measured> => ({ value: (await lagOf(bench)).shown, baseline: promisedMs }),
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
