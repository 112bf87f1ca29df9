import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dashboardIsThere, signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { callAs } from "./support/shop-data.ts";

const people = usePeople();

/** What the platform still calls steady. */
const mostShift = 0.1;
/** A4 at 96 dots to the inch, without its margins. */
const paper = { width: 703, height: 1032 };

/** All that moved since the page was opened, whether a person had just pressed something or not. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = window as unknown as { shifted: number };
    kept.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test("the dashboard stands still while it loads, and prints in both themes", async () => {
  const person = await people.meet();
  const { page } = person;
  await signIn(person, "paper-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  await callAs(person, "/programs", { name: "On paper", status: "active", terms });
  await watchShifts(page);
  await page.goto("/dashboard");
  await dashboardIsThere(page);
  await page.getByRole("link", { name: "30 days, selected" }).waitFor();
  const loaded = await shiftOf(page);
  await page.getByRole("link", { name: "7 days", exact: true }).click();
  await page.getByRole("link", { name: "7 days, selected" }).waitFor();
  const changed = (await shiftOf(page)) - loaded;
  expect({ loaded: loaded < mostShift, changed: changed < mostShift }).toEqual({
    loaded: true,
    changed: true,
  });
  await page.getByRole("button", { name: "Dismiss the setup guide" }).click();
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "30 days, selected" }).waitFor();
  expect(await page.getByRole("heading", { name: "Get to your first sale" }).count()).toBe(0);
  const dismissed = await shiftOf(page);
  expect(dismissed).toBeLessThan(mostShift);
  console.log(
    `shift: ${loaded.toFixed(4)} on load, ${changed.toFixed(4)} on other days, ${dismissed.toFixed(4)} without the guide`,
  );

  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => localStorage.setItem("theme", name), theme);
    for (const path of ["/dashboard", "/dashboard/reports"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.setViewportSize(paper);
      await page.emulateMedia({ media: "print" });
      expect([theme, path, await looksOf(page)]).toEqual([theme, path, plain]);
      const name = `print${path.replaceAll("/", "-")}-${theme}`;
      const folder = join(tmpdir(), "e2e-screens");
      mkdirSync(folder, { recursive: true });
      if (process.env["UPDATE_SCREENSHOTS"]) {
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
        await page.pdf({ path: join(folder, `${name}.pdf`), format: "A4" });
      }
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  }
  expect(person.problems).toEqual([]);
});

const plain = { ground: "rgb(255, 255, 255)", ink: "rgb(48, 48, 48)", overflows: 0, pressed: 0 };

/** Ground and ink of the paper, what is wider than it, and what only a screen has a use for. */
function looksOf(page: Page): Promise<typeof plain> {
  return page.evaluate(() => {
    const right = document.documentElement.clientWidth + 1;
    const isWider = (one: Element) => one.getBoundingClientRect().right > right;
    return {
      ground: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.querySelector("h1") ?? document.body).color,
      overflows: [...document.querySelectorAll("main table, main svg")].filter(isWider).length,
      pressed: [
        ...document.querySelectorAll(".Polaris-Frame__TopBar, .Polaris-Frame__Navigation, .no-print"),
      ].filter((one) => one.getClientRects().length > 0).length,
    };
  });
}
