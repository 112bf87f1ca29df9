import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { overflow, accessibilityFaults } from "./inspect.ts";
import type { Person } from "./people.ts";
import type { Screen, Visit } from "./screens.ts";

const folder = join(tmpdir(), "e2e-screens");

/** The screens that the README shows. UPDATE_SCREENSHOTS=1 takes them anew, and all others into a folder to look at. */
const shown = new Set([
  "dashboard-light-1280",
  "affiliates-dark-1280",
  "order-light-1280",
  "program-light-1280",
  "why-dark-1280",
  "backtest-light-1280",
  "portal-light-360",
]);
const isUpdating = process.env["UPDATE_SCREENSHOTS"] === "1";

/** SCREENS=backtest,flag looks only at screens whose names begin with one of these. */
const wanted = process.env["SCREENS"]?.split(",") ?? [""];

export type Theme = "light" | "dark" | "contrast";

/** Wide and narrow screens differ in their elements, which axe checks; widths between differ in layout only. */
const widthsForAxe = new Set([1280, 360]);

type Look = { readonly theme: Theme; readonly widths: (screen: string) => readonly number[] };

/** Opens each screen at each of its widths. Returns accessibility faults, overflow, and the browser's complaints. */
export async function look({ person, screens }: Visit, { theme, widths }: Look): Promise<string[]> {
  await chooseTheme(person, theme);
  const faults: string[] = [];
  const chosen = screens.filter(([name]) => wanted.some((start) => name.startsWith(start)));
  for (const screen of chosen) {
    await openScreen(person.page, screen);
    const [name] = screen;
    for (const width of widths(name)) {
      const where = `${name}, ${theme}, ${width}`;
      await person.page.setViewportSize({ width, height: 900 });
      await settle(person.page);
      const seen = widthsForAxe.has(width) ? await accessibilityFaults(person.page) : [];
      const wider = await overflow(person.page);
      const found = [...seen, ...(wider ? [wider] : [])];
      faults.push(...found.map((fault) => `${where}: ${fault}`));
      // The walk takes minutes, so each fault is printed at once.
      if (found.length > 0) process.stderr.write(`${where}: ${found.join("; ")}\n`);
      await takePicture(person.page, `${name}-${theme}-${width}`);
    }
    await person.page.setViewportSize({ width: 1280, height: 900 });
  }
  // The browser logs the status of a missing page and of the preview of half-written rules; both are expected.
  const expected = /\/not-found|\/programs\/preview/;
  return [...faults, ...person.problems.filter((problem) => !expected.test(problem))];
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!isUpdating) return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  if (shown.has(name)) await page.screenshot({ path: join("docs/screenshots", `${name}.png`) });
}

/** Opens a screen standalone, or in the frame of the store's admin, whose address of the app is given. */
export async function openScreen(page: Page, [, path, ready]: Screen, admin?: string): Promise<void> {
  // A page of the same path with another fragment would only scroll.
  await page.goto("about:blank");
  await page.goto(`${admin ?? ""}${path}`);
  const screen = admin === undefined ? page : page.frameLocator("#app-frame");
  await screen.getByRole("heading", { level: 1 }).first().waitFor();
  await ready?.(screen);
}

/** Theme and layout follow the width within two frames. */
export async function settle(page: Pick<Page, "evaluate">): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

export async function chooseTheme({ context }: Person, theme: Theme): Promise<void> {
  // The contrast theme is the light one for people whose system asks for more contrast.
  const stored = theme === "contrast" ? "light" : theme;
  await context.addInitScript((chosen) => {
    try {
      window.localStorage.setItem("theme", chosen);
    } catch {
      // An empty page has no storage.
    }
  }, stored);
}
