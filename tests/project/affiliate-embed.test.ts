import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { z } from "zod";
import { clicksIn, embedScript, visit } from "./storefront-page.ts";

const dayMs = 86_400_000;

test("it weighs less than 3 kB on every page of the store", () => {
  expect(gzipSync(embedScript, { level: 9 }).length).toBeLessThan(3000);
});

test("its block adds nothing that is seen, and leaves the script to the platform, which loads it deferred", () => {
  const liquid = readFileSync("extensions/affiliate-embed/blocks/affiliate-embed.liquid", "utf8");
  const [, schema = ""] = /{% schema %}(.*){% endschema %}/s.exec(liquid) ?? [];
  expect(
    z.looseObject({ javascript: z.string(), target: z.string() }).parse(JSON.parse(schema)),
  ).toMatchObject({
    javascript: "affiliate-embed.js",
    target: "body",
  });
  expect(JSON.parse(schema)).not.toHaveProperty("stylesheet");
  const markup = liquid
    .replace(/{% schema %}.*{% endschema %}/s, "")
    .replace(/{%- comment -%}.*?{%- endcomment -%}/s, "");
  const page = { url: "https://demo-store.myshopify.com/", runScripts: "outside-only" } as const;
  const { body, head } = new JSDOM(markup, page).window.document;
  expect([...body.querySelectorAll("*")].map((one) => [one.tagName, one.hasAttribute("hidden")])).toEqual([
    ["DIV", true],
  ]);
  expect([body.textContent.trim(), head.children]).toMatchObject(["", { length: 0 }]);
});

test("it changes nothing of the page, so that nothing moves, and asks nothing that would hold it up", async () => {
  const page = await visit({ path: "/products/tea?ref=ANNA", app: { click: "clk_1.sig" } });
  expect(page.written).toEqual(["clk_1.sig"]);
  expect(page.changes()).toEqual([]);
  // These block the parser or the thread: writing into the document, a synchronous request, a dialog.
  expect(embedScript).not.toMatch(
    /document\.write|XMLHttpRequest|\b(alert|confirm|prompt)\(|createElement|innerHTML/,
  );
});

test("a landing's click is kept and written to the cart", async () => {
  const page = await visit({ path: "/products/tea?ref=ANNA&aff_click=clk_1.sig" });
  expect(page.written).toEqual(["clk_1.sig"]);
  expect(clicksIn(page.store())).toMatchObject([{ id: "clk_1.sig" }]);
  expect(page.told).toEqual([]);
});

test("a visit without an affiliate writes nothing and sends nothing", async () => {
  const page = await visit({ path: "/products/tea?utm_source=news" });
  expect(page.written).toEqual([]);
  expect(page.told).toEqual([]);
  expect(clicksIn(page.store())).toEqual([]);
});

test("the cart names the first click and the latest five", async () => {
  let kept: Record<string, string> = {};
  let written: string[] = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    // Each visit starts from what the one before it kept.
    const page = await visit({ path: `/?aff_click=clk_${number}`, kept });
    kept = page.store();
    ({ written } = page);
  }
  expect(written).toEqual(["clk_1,clk_4,clk_5,clk_6,clk_7,clk_8"]);
  expect(clicksIn(kept)).toHaveLength(6);
});

test("each later page writes the clicks into the cart again", async () => {
  const landing = await visit({ path: "/?aff_click=clk_1" });
  const later = await visit({ path: "/products/tea", kept: landing.store() });
  expect(later.written).toEqual(["clk_1"]);
});

test("each landing writes again, though the cart is the same", async () => {
  const first = await visit({ path: "/?aff_click=clk_1" });
  const second = await visit({ path: "/?aff_click=clk_1", kept: first.store() });
  expect(second.written).toEqual(["clk_1"]);
});

test.each([
  { windowDays: "30", age: 31, left: 0 },
  { windowDays: "3650", age: 3649, left: 1 },
  { windowDays: "99999", age: 3651, left: 0 },
  { windowDays: "-4", age: 0.5, left: 1 },
  { windowDays: "nonsense", age: 364, left: 1 },
  { windowDays: "nonsense", age: 366, left: 0 },
])(
  "with a window of $windowDays days, a click of $age days ago: $left",
  async ({ windowDays, age, left }) => {
    const at = Date.now() - age * dayMs;
    const kept = { aff_clicks: JSON.stringify([{ id: "clk_old", at }]) };
    const page = await visit({ path: "/products/tea", kept, windowDays });
    expect(clicksIn(page.store())).toHaveLength(left);
    expect(page.written).toHaveLength(left);
  },
);

test("nothing is kept before the visitor agrees, and then this landing is", async () => {
  const page = await visit({ path: "/?aff_click=clk_1", consent: "refused" });
  expect(page.store()).toEqual({});
  expect(page.written).toEqual([]);
  await page.decide("given");
  expect(page.written).toEqual(["clk_1"]);
});

test("sends nothing before the visitor agrees, and then this landing", async () => {
  const page = await visit({ path: "/?ref=ANNA", consent: "refused", app: { click: "clk_1" } });
  expect(page.told).toEqual([]);
  expect(page.store()).toEqual({});
  await page.decide("given");
  expect(page.told).toHaveLength(1);
  expect(page.written).toEqual(["clk_1"]);
});

test("withdrawing consent deletes the clicks, in the cart too", async () => {
  const page = await visit({ path: "/?aff_click=clk_1", consent: "given" });
  expect(clicksIn(page.store())).toHaveLength(1);
  await page.decide("refused");
  expect(page.store()).toEqual({});
  expect(page.written).toEqual(["clk_1", ""]);
});

test("storage that is forbidden costs the other pages, not this landing", async () => {
  const page = await visit({ path: "/?aff_click=clk_1", storage: "blocked" });
  expect(page.written).toEqual(["clk_1"]);
});

test.each(["/?aff_click=%22%3Cscript%3E", "/?aff_click=a,b", `/?aff_click=${"x".repeat(300)}`])(
  "hostile text in the address goes nowhere: %s",
  async (path) => {
    const page = await visit({ path });
    expect(page.written).toEqual([]);
    expect(clicksIn(page.store())).toEqual([]);
  },
);

test.each(["no json", "{}", "[null]", '[{"id":"a,b","at":1}]', '"text"'])(
  "what others wrote into the storage counts as nothing: %s",
  async (text) => {
    const page = await visit({ path: "/", kept: { aff_clicks: text } });
    expect(page.written).toEqual([]);
  },
);
