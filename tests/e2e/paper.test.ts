import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { dashboardIsThere, signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { useServers } from "./support/servers.ts";
import { callAs } from "./support/shop-data.ts";
import { shiftOf, watchShifts } from "./support/shifts.ts";

const people = usePeople();
const servers = useServers("paper");

/** The app's own aim. The platform accepts 0.1. */
const mostShift = 0.02;
/** A4 at 96 dots to the inch, without its margins. */
const paper = { width: 703, height: 1032 };

test("the dashboard doesn't shift while it loads, and prints in both themes", async () => {
  const person = await people.meet();
  const { page } = person;
  await signIn(person, "paper-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  await callAs(person, "/programs", { name: "On paper", status: "active", terms });
  // Until there is an affiliate, the dashboard has no chart.
  await callAs(person, "/affiliates/invite", { name: "Maya Lin", email: "maya@paper.example" });
  await watchShifts(page);
  await page.goto("/dashboard");
  await dashboardIsThere(page);
  await page.getByRole("button", { name: "Dates: Last 30 days" }).waitFor();
  const loaded = await shiftOf(page);
  await chooseDays(page, "Last 7 days");
  const changed = (await shiftOf(page)) - loaded;
  expect({ loaded: loaded < mostShift, changed: changed < mostShift }).toEqual({
    loaded: true,
    changed: true,
  });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Dismiss guide" }).click();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Dates: Last 30 days" }).waitFor();
  expect(await page.getByRole("heading", { name: "Setup guide" }).count()).toBe(0);
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
      await keepPicture(page, `print${path.replaceAll("/", "-")}-${theme}`);
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  }
  expect(person.problems).toEqual([]);
});

/** Each picture beside the table that says the same. */
const drawn = {
  "/dashboard": { picture: ".chart-plot svg:has(rect, path)", table: ".period-table tbody tr" },
  "/dashboard/reports": { picture: ".bar-chart svg:has(rect)", table: "main .plain-table tbody tr" },
};

test("a report doesn't shift while it loads, and prints charts and their table in both themes", async () => {
  const { appUrl } = inject("place");
  const { page, context } = await people.meet();
  const [name = "", value = ""] = servers.shop().cookie.split("=");
  await context.addCookies([{ name, value, url: appUrl }]);
  await servers.sell(appUrl);
  // A sale that arrives while the report loads would move it.
  await expect.poll(() => ordersOf(appUrl)).toBe(1);
  await watchShifts(page);
  // So tall that the table below the picture is in sight too.
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.goto("/dashboard/reports");
  await page.locator(drawn["/dashboard/reports"].picture).first().waitFor();
  const loaded = await shiftOf(page);
  console.log(`shift of a report: ${loaded.toFixed(4)} on load`);
  expect(loaded).toBeLessThan(mostShift);
  // Today one has sold, in seven days three have. The sale may come while one looks: that is not what is measured.
  await page
    .getByRole("row", { name: /^Total/ })
    .first()
    .waitFor();
  for (const days of ["Today", "Last 7 days", "Today", "Last 90 days"]) {
    const before = await shiftOf(page);
    await chooseDays(page, days);
    await page.locator(drawn["/dashboard/reports"].picture).first().waitFor();
    const changed = (await shiftOf(page)) - before;
    console.log(`shift of a report: ${changed.toFixed(4)} on other days (${days})`);
    expect([days, changed < mostShift]).toEqual([days, true]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const theme of ["light", "dark"]) {
    for (const [path, { picture, table }] of Object.entries(drawn)) {
      await page.goto(path);
      await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
      await page.reload();
      await page.locator(picture).first().waitFor();
      await page.setViewportSize(paper);
      await page.emulateMedia({ media: "print" });
      expect([theme, path, await inkOf(page, `${picture} :is(rect, .chart-area)`)]).toEqual([
        theme,
        path,
        "drawn",
      ]);
      // The table comes with the page's scripts.
      await page.locator(table).nth(1).waitFor({ state: "attached" });
      const rows = await page.locator(table).filter({ visible: true }).count();
      expect([theme, path, rows > 1]).toEqual([theme, path, true]);
      expect([theme, path, await looksOf(page)]).toEqual([theme, path, plain]);
      await keepPicture(page, `print-drawn${path.replaceAll("/", "-")}-${theme}`);
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  }
});

async function chooseDays(page: Page, days: string): Promise<void> {
  await page.getByRole("button", { name: /^Dates: / }).click();
  await page.getByRole("button", { name: days, exact: true }).click();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("button", { name: `Dates: ${days}` }).waitFor();
}

/** Orders of the shop, as its dashboard counts them. */
async function ordersOf(appUrl: string): Promise<number> {
  const headers = { Cookie: servers.shop().cookie };
  const answer = await fetch(`${appUrl}/api/v1/dashboard/stats`, { headers });
  return ((await answer.json()) as { orders: number }).orders;
}

/** "drawn" if a bar has a size and a color other than paper. Backgrounds are not printed, fills of a picture are. */
function inkOf(page: Page, bars: string): Promise<string> {
  return page.evaluate((chosen) => {
    const all = [...document.querySelectorAll(chosen)];
    const tall = all.find((bar) => {
      const { width, height } = bar.getBoundingClientRect();
      return width > 1 && height > 5;
    });
    if (!tall) return `${all.length} bars without a size`;
    const { fill, visibility } = getComputedStyle(tall);
    return visibility === "visible" && fill !== "rgb(255, 255, 255)" && fill !== "none" ? "drawn" : fill;
  }, bars);
}

/** For people to look at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env["UPDATE_SCREENSHOTS"]) return;
  const folder = join(tmpdir(), "e2e-screens");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.pdf({ path: join(folder, `${name}.pdf`), format: "A4" });
}

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
