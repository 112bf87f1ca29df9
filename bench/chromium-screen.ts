import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { BenchProblem } from "./figure.ts";

/** The bench's browser. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env["CHROMIUM_PATH"]);
  if (executablePath === undefined) throw new BenchProblem("There is no Chromium here: set CHROMIUM_PATH.");
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A context in which the shop's owner is signed in. */
export async function signedIn(browser: Browser, origin: string, cookie: string) {
  const [name = "", value = ""] = cookie.split("=");
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name, value, url: origin }]);
  return context;
}

/** The highest number of an order that the screen showed, and since when, by the machine's clock in ms. */
export type Shown = { readonly number: number; readonly at: number };

/** Runs in the page: keeps what its document shows, at each change of it. */
function watchOrders(): void {
  const shown: Shown[] = [];
  Object.assign(globalThis, { shown });
  new MutationObserver(() => {
    const names = document.querySelector("main")?.textContent?.match(/#\d+/g) ?? [];
    const number = Math.max(0, ...names.map((name) => Number(name.slice(1))));
    if (number > (shown.at(-1)?.number ?? 0)) shown.push({ number, at: Date.now() });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Opens the dashboard in Chromium, listening; `close` answers which orders it showed when. */
export async function openDashboard(
  origin: string,
  cookie: string,
): Promise<{ close: () => Promise<Shown[]> }> {
  const browser = await openBrowser();
  const context = await signedIn(browser, origin, cookie);
  const page = await context.newPage();
  await page.addInitScript(watchOrders);
  const listening = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/live"));
  await page.goto(`${origin}/dashboard`);
  await listening;
  return {
    async close() {
      const shown = await page.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
      await browser.close();
      return shown;
    },
  };
}
