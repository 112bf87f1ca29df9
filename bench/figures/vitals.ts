import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../scripts/find-chromium.ts";
import { type Bench, BenchProblem, type Figure } from "../figure.ts";
import { median } from "../rounds.ts";
import { seedShop } from "../seed.ts";

const pages = {
  dashboard: "/dashboard",
  affiliates: "/dashboard/affiliates",
  "program editor": "/dashboard/programs/new",
  reports: "/dashboard/reports",
  empty: "/bench/empty",
};

/** Largest contentful paint in ms, cumulative layout shift, and the slowest interaction in ms. */
type Vitals = { readonly paint: number; readonly shift: number; readonly interaction: number };

const slowDown = 4;

/** Runs in the page, before anything of it: keeps what the browser tells of paints, shifts and interactions. */
function watch(): void {
  const seen = { paint: 0, shift: 0, interaction: 0 };
  Object.assign(globalThis, { vitals: seen });
  const shift = (entry: PerformanceEntry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  };
  const slowest = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEntry & { interactionId: number }).interactionId === 0) return;
    seen.interaction = Math.max(seen.interaction, entry.duration);
  };
  const largest = (entry: PerformanceEntry) => (seen.paint = entry.startTime);
  const takes = { "largest-contentful-paint": largest, "layout-shift": shift, event: slowest };
  for (const [type, take] of Object.entries(takes)) {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  }
}

async function visit(browser: Browser, address: string, cookie: string): Promise<Vitals> {
  const [name = "", value = ""] = cookie.split("=");
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name, value, url: new URL(address).origin }]);
  const page: Page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(2500);
  for (let press = 0; press < 4; press += 1) {
    await page.locator(".sidebar-button:visible").first().click();
    await page.keyboard.press("Tab");
  }
  await page.waitForTimeout(500);
  const found = await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return found;
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

async function measure(bench: Bench) {
  const executablePath = findChromium(process.env["CHROMIUM_PATH"]);
  if (executablePath === undefined) throw new BenchProblem("There is no Chromium here: set CHROMIUM_PATH.");
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates: 500, days: 90, orders: 50 };
  const { cookie } = await seedShop(databaseUrl, "bench.myshopify.com", size);
  const origin = await bench.startApp(databaseUrl);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const paints = new Map<string, number>();
    say(`With a processor ${slowDown} times slower; the platform's limits are 2500 ms, 0.1 and 200 ms.`);
    for (const [name, path] of Object.entries(pages)) {
      const found: Vitals[] = [];
      for (let round = 0; round < (bench.quick ? 3 : 7); round += 1) {
        found.push(await visit(browser, `${origin}${path}`, cookie));
      }
      const of = (one: keyof Vitals) => median(found.map((each) => each[one]));
      paints.set(name, of("paint"));
      const shown = [of("paint").toFixed(0), of("shift").toFixed(3), of("interaction").toFixed(0)];
      say(`${name}: largest paint ${shown[0]} ms, layout shift ${shown[1]}, interaction ${shown[2]} ms`);
    }
    const { empty = Number.NaN, ...others } = Object.fromEntries(paints);
    return { value: Math.max(...Object.values(others)), baseline: empty };
  } finally {
    await browser.close();
  }
}

export const vitals: Figure = {
  id: "vitals",
  title: "Largest contentful paint of the slowest page, with a slow processor, against an empty page",
  unit: "ms",
  aim: { most: 2 },
  measure,
};
