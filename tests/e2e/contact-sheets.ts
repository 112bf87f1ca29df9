import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminOf } from "./support/install.ts";
import { chooseTheme, openScreen, settle, type Theme } from "./support/look.ts";
import { type Person, usePeople } from "./support/people.ts";
import { prepareScreens, type Screen, type Visit } from "./support/screens.ts";
import type { JourneyShop } from "./support/stack.ts";

/** Not a test of its own: `npm run screens` runs it, to make pictures that people look at. */
const people = usePeople();

const folder = join(".data", "screens");
const wanted = (process.env["CONTACT_SHEETS"] ?? "all").split(",");

/** The app in the store's admin, by its name in shopify.app.toml. */
const appHandle = "affiliate-platform";
const themes = ["light", "dark"] as const;
const heights = { 1280: 1100, 768: 1000, 390: 1300 } as const;
const widths = [1280, 768, 390] as const;

type Picture = { readonly caption: string; readonly width: number; readonly file: string };

function isWanted(name: string): boolean {
  const subject = name.replace(/^empty-/, "");
  return wanted.some((one) => one === "all" || subject.startsWith(one));
}

test("contact sheets", { timeout: 3_600_000 }, async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { visits, merchant, failDelivery } = await prepareScreens(people);
  const sheets = new Map<string, Picture[]>();
  for (const visit of visits) await photograph(visit, sheets);
  if (["dashboard", "deliver"].some(isWanted)) {
    // The last picture was taken in the admin, which has no API.
    await openScreen(merchant.person.page, ["dashboard", "/dashboard"]);
    await photograph(await failDelivery(), sheets);
  }
  const { page } = await people.meet();
  for (const [name, pictures] of sheets) await compose(page, name, pictures);
  process.stdout.write(`${sheets.size} sheets in ${folder}\n`);
  expect(sheets.size).toBeGreaterThan(0);
});

async function photograph({ person, screens, shop }: Visit, sheets: Map<string, Picture[]>): Promise<void> {
  const chosen = screens.filter(([name]) => isWanted(name));
  const shops = shop === undefined ? [undefined] : [undefined, shop];
  const views = chosen.flatMap((screen) => shops.map((one) => ({ screen, shop: one })));
  for (const theme of themes) {
    await chooseTheme(person, theme);
    for (const view of views) {
      const taken = await takePictures(person, view.screen, { theme, shop: view.shop });
      const name = view.screen[0].replace(/^empty-/, "");
      sheets.set(name, [...(sheets.get(name) ?? []), ...taken]);
    }
  }
}

/** With a shop, the screen is shown in the frame of its admin. */
type Look = { readonly theme: Theme; readonly shop: JourneyShop | undefined };

async function takePictures({ page }: Person, screen: Screen, { theme, shop }: Look): Promise<Picture[]> {
  const [name] = screen;
  const frame = shop === undefined ? "standalone" : "embedded";
  const pictures: Picture[] = [];
  await page.setViewportSize({ width: 1280, height: heights[1280] });
  try {
    await openScreen(page, screen, shop === undefined ? undefined : `${adminOf(shop)}/apps/${appHandle}`);
  } catch (error) {
    process.stderr.write(`${name}, ${frame}: ${String(error)}\n`);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] });
    await settle(page);
    const app = page.frames().find((one) => one !== page.mainFrame() && one.url().includes("/dashboard"));
    if (app) await settle(app);
    const caption = `${name} · ${frame} · ${theme} · ${width}`;
    const file = join(folder, `part-${caption.replaceAll(/\W+/g, "-")}.jpg`);
    await page.screenshot({ path: file, type: "jpeg", quality: 80 });
    pictures.push({ caption, width, file });
  }
  return pictures;
}

/** Puts the pictures on one sheet, wide ones first. */
async function compose(page: Page, name: string, pictures: readonly Picture[]): Promise<void> {
  const sorted = pictures.toSorted((one, other) => other.width - one.width);
  const figures = sorted.map(({ caption, width, file }) => {
    const source = `data:image/jpeg;base64,${readFileSync(file).toString("base64")}`;
    return `<figure><img src="${source}" width="${Math.round(width / 2)}"><figcaption>${caption}</figcaption></figure>`;
  });
  const style =
    "body{margin:16px;font:13px sans-serif;background:#ddd;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}";
  await page.setViewportSize({ width: 2700, height: 900 });
  await page.setContent(`<style>${style}</style>${figures.join("")}`);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  for (const { file } of pictures) rmSync(file);
}
