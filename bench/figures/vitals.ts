import type { Browser, Locator, Page } from "playwright-core";
import { openBrowser, signedIn } from "../chromium-screen.ts";
import { BenchProblem, type Bench, type Figure } from "../figure.ts";
import { median } from "../rounds.ts";
import { seedShop } from "../seed.ts";

type Visited = { readonly path: string; readonly act: (page: Page) => Promise<unknown> };

/**
 * Presses where a thing stands, as a hand does: asked to click it, the driver first looks at the page by scripts of its
 * own, and the page would be told to have been slow.
 */
async function press(page: Page, thing: Locator): Promise<void> {
  await thing.scrollIntoViewIfNeeded();
  const box = await thing.boundingBox();
  if (!box) throw new BenchProblem("What is to be pressed is not on the page.");
  await page.waitForTimeout(pauseMs);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(pauseMs);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(pauseMs);
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await press(page, field);
  await page.keyboard.type(text, { delay: pauseMs });
}

async function actOnFrame(page: Page): Promise<void> {
  for (let time = 0; time < 4; time += 1) {
    await press(page, page.locator(".sidebar-button:visible").first());
    await page.keyboard.press("Tab");
  }
  await press(page, page.locator(".Polaris-TopBar-Menu__Activator:visible").first());
  await page.keyboard.press("Escape");
}

async function actOnList(page: Page): Promise<void> {
  await press(page, page.getByRole("button", { name: /^Filter/ }).first());
  await typeInto(page, page.locator(".list-search input").first(), "Ada");
}

/** Between what a hand does. */
const pauseMs = 250;

/** Actions on each page whose next paint the browser times. */
const pages: Record<string, Visited> = {
  dashboard: {
    path: "/dashboard",
    act: (page) => press(page, page.locator(".chart-figures").getByRole("button", { name: "Orders" })),
  },
  affiliates: {
    path: "/dashboard/affiliates",
    act: actOnList,
  },
  "50 affiliates": {
    path: "/dashboard/affiliates?limit=50",
    act: actOnList,
  },
  "program editor": {
    path: "/dashboard/programs/new",
    act: (page) => typeInto(page, page.getByLabel("Program name"), "Hats"),
  },
  reports: {
    path: "/dashboard/reports",
    act: (page) => press(page, page.getByRole("table").getByRole("link", { name: "Orders" }).first()),
  },
  empty: { path: "/bench/empty", act: () => Promise.resolve() },
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

type Place = { readonly browser: Browser; readonly origin: string; readonly cookie: string };

async function visit({ browser, origin, cookie }: Place, { path, act }: Visited): Promise<Vitals> {
  const context = await signedIn(browser, origin, cookie);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.addInitScript(watch);
  await page.goto(`${origin}${path}`, { waitUntil: "load" });
  await page.waitForTimeout(2500);
  // A page with unsaved changes has its save bar over the top bar.
  if (!(await page.locator(".Polaris-Frame__ContextualSaveBar").isVisible())) await actOnFrame(page);
  await act(page);
  await page.waitForTimeout(500);
  const found = await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return found;
}

/** A server's first pages are rendered by code that is not yet compiled. */
async function warmUp(origin: string, cookie: string): Promise<void> {
  for (let time = 0; time < 30; time += 1) {
    for (const { path } of Object.values(pages)) {
      const response = await fetch(`${origin}${path}`, { headers: { cookie } });
      await response.text();
    }
  }
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  const size = { affiliates: 500, days: 90, orders: 50 };
  const { cookie } = await seedShop(databaseUrl, "bench.myshopify.com", size);
  const origin = await bench.startApp(databaseUrl);
  await warmUp(origin, cookie);
  const browser = await openBrowser();
  try {
    const paints = new Map<string, number>();
    const found = new Map<string, Vitals[]>(Object.keys(pages).map((name) => [name, []]));
    // In turns, so that a machine that is slow for a while is so for each page.
    for (let round = 0; round < (bench.quick ? 3 : 7); round += 1) {
      for (const [name, visited] of Object.entries(pages)) {
        found.get(name)?.push(await visit({ browser, origin, cookie }, visited));
      }
    }
    say(`With a processor ${slowDown} times slower; the platform's limits are 2500 ms, 0.1 and 200 ms.`);
    const middle = (name: string, one: keyof Vitals) =>
      median((found.get(name) ?? []).map((each) => each[one]));
    for (const name of found.keys()) {
      paints.set(name, middle(name, "paint"));
      const besideEmpty = (one: keyof Vitals) => {
        const value = middle(name, one);
        return `${value.toFixed(0)} ms (${(value / middle("empty", one)).toFixed(2)})`;
      };
      const shift = middle(name, "shift").toFixed(3);
      say(
        `${name}: largest paint ${besideEmpty("paint")}, layout shift ${shift}, interaction ${besideEmpty("interaction")}`,
      );
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
  aim: { most: 1.25 },
  measure,
};
