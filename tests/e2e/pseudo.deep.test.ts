import { expect, test } from "vitest";
import { overflow } from "./support/inspect.ts";
import type { Page } from "playwright-core";
import { settle } from "./support/look.ts";
import { type Person, usePeople } from "./support/people.ts";
import { usePseudoServer } from "./support/pseudo-server.ts";
import { prepareScreens } from "./support/screens.ts";
import { cutTexts, readData, unwordedTexts } from "./support/unworded.ts";

const people = usePeople();
const server = usePseudoServer();

const widths = [1280, 390];

/** Screens whose texts aren't all in catalogs yet, by the beginnings of their names. None may be added. */
const open: readonly string[] = [];

/** Pages in English by design: documents, and what another system says. */
const others = new Set(["help", "help-page", "api-docs", "failed"]);

/** Headings of the file that a screen asks about. */
const headings: Readonly<Record<string, readonly string[]>> = {
  "import-mapping": ["Partner", "Email", "Saldo", "Notiz"],
};

/** SCREENS=order,flag looks only at screens whose names begin with one of these. */
const wanted = process.env["SCREENS"]?.split(",") ?? [""];

type Findings = { readonly unworded: string[]; readonly layout: string[] };

test(
  "every text of the merchant's screens is in a catalog, and fits when it is 40% longer",
  { timeout: 1_800_000 },
  async () => {
    const { visits } = await prepareScreens(people);
    const origin = await server.start();
    const data = await readData();
    const found = new Map<string, Findings>();
    for (const { person, screens } of visits) {
      for (const [name, path] of screens) {
        if (others.has(name) || !wanted.some((start) => name.startsWith(start))) continue;
        const { unworded, layout } = await inspect(person, `${origin}${path}`, data);
        const ofFile = headings[name] ?? [];
        const findings = { unworded: unworded.filter((text) => !ofFile.includes(text)), layout };
        found.set(name, findings);
        // The walk takes minutes, so findings are printed at once.
        const lines = [...findings.unworded, ...findings.layout].map((line) => `  ${line}\n`);
        if (lines.length > 0) process.stderr.write(`${name}\n${lines.join("")}`);
      }
    }
    const isOpen = (name: string) => open.some((start) => name.startsWith(start));
    const all = [...found];
    expect(all.flatMap(([name, { layout }]) => layout.map((line) => `${name}: ${line}`))).toEqual([]);
    expect(all.filter(([name, { unworded }]) => !isOpen(name) && unworded.length > 0)).toEqual([]);
    // A screen that says everything from catalogs leaves the list.
    const done = open.filter((start) => {
      const named = all.filter(([name]) => name.startsWith(start));
      return named.length > 0 && named.every(([, { unworded }]) => unworded.length === 0);
    });
    expect(done).toEqual([]);
  },
);

/** Waits until the page shows nothing new for half a second, because some parts load later. */
async function untilQuiet(page: Page): Promise<void> {
  let before = "";
  for (let tries = 0; tries < 20; tries += 1) {
    const now = await page.locator("body").innerText();
    if (now === before) return;
    before = now;
    await page.waitForTimeout(500);
  }
}

async function inspect({ page }: Person, address: string, data: readonly string[]): Promise<Findings> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("about:blank");
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await untilQuiet(page);
  const unworded = await unwordedTexts(page, data);
  const layout: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const wider = await overflow(page);
    const faults = [...(wider ? [wider] : []), ...(await cutTexts(page)).map((text) => `cut: ${text}`)];
    layout.push(...faults.map((fault) => `${width}: ${fault}`));
  }
  return { unworded, layout };
}

test("a text outside of the catalogs, a cut text and a page that is too wide are found", async () => {
  const { page } = await people.meet();
  await page.setContent(`<main style="width: 2000px">
    <p>⟦Þíš íš ín á çátálóg by Maya Lin ··⟧</p>
    <p>Open the order of Maya Lin</p>
    <p>$12.00, Nov 25, 10:33 AM EST</p>
    <input aria-label="Order number">
    <p style="width: 50px; overflow: hidden; white-space: nowrap">⟦Á lóñg téxt thát íš çút óff···⟧</p>
  </main>`);
  expect(await unwordedTexts(page, ["Maya Lin"])).toEqual(["Open the order of Maya Lin", "Order number"]);
  expect(await cutTexts(page)).toHaveLength(1);
  expect(await overflow(page)).toContain("wider than the window");
});
