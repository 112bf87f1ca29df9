import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adNetworks } from "#app/domain/fraud/ad-networks.ts";
import { newId } from "#app/platform/ids.server.ts";
import { importedParameters } from "#app/domain/referral-code.ts";
import { clicksIn, visit } from "./storefront-page.ts";

test("an address that names an affiliate is told to the app, whose answer is kept like a click", async () => {
  const page = await visit({ path: "/products/tea?ref=ANNA&utm_source=x", app: { click: "clk_9.sig" } });
  expect(page.told).toEqual([{ path: "/products/tea", query: "ref=ANNA" }]);
  expect(page.written).toEqual(["clk_9.sig"]);
  expect(clicksIn(page.store())).toMatchObject([{ id: "clk_9.sig" }]);
});

test("parameters of other systems are told as they are, with the sub-id and the name of an ad's click", async () => {
  const page = await visit({ path: "/?sca_ref=123.abc&sub=story&gclid=secret&email=a@b.example" });
  expect(page.told).toEqual([{ path: "/", query: "sca_ref=123.abc&sub=story&gclid=1" }]);
});

test("every network's click that the app knows is told, and of none what it says", async () => {
  const names = [...adNetworks.keys()];
  const page = await visit({
    path: `/?ref=ANNA&ScCid=secret&${names.map((name) => `${name}=secret`).join("&")}`,
  });
  const told = `ref=ANNA&ScCid=1&${names.map((name) => `${name}=1`).join("&")}`;
  expect(page.told).toEqual([{ path: "/", query: told }]);
});

const idOf = (daysAgo: number) => `${newId("clk", new Date(Date.now() - daysAgo * 86_400_000))}.signature`;

test("an address that was copied from a visit of before is told as a landing of its own", async () => {
  const [old, fresh] = [idOf(2), idOf(0.9)];
  const copied = await visit({ path: `/?ref=ANNA&aff_click=${old}`, app: { click: "clk_9.sig" } });
  expect(copied.told).toEqual([{ path: "/", query: "ref=ANNA" }]);
  expect(copied.written).toEqual(["clk_9.sig"]);
  const followed = await visit({ path: `/?ref=ANNA&aff_click=${fresh}`, app: { click: "clk_9.sig" } });
  expect(followed.told).toEqual([]);
  expect(followed.written).toEqual([fresh]);
});

test("a code that nobody has writes nothing, and is not asked about again", async () => {
  const first = await visit({ path: "/?ref=NOBODY" });
  const again = await visit({ path: "/?ref=NOBODY", kept: first.store() });
  expect([...first.written, ...again.written]).toEqual([]);
  expect(again.told).toEqual([]);
});

test("the same landing loaded again is one visit; another affiliate's is another", async () => {
  const first = await visit({ path: "/?ref=ANNA", app: { click: "clk_1" } });
  const again = await visit({ path: "/?ref=ANNA", kept: first.store(), app: { click: "clk_2" } });
  const other = await visit({ path: "/?via=BERT", kept: again.store(), app: { click: "clk_3" } });
  expect(again.told).toEqual([]);
  expect(other.written).toEqual(["clk_1", "clk_1,clk_3"]);
});

test.each(["away", "busy"] as const)("with the app %s the next page tries again", async (app) => {
  const landing = await visit({ path: "/products/tea?ref=ANNA", app });
  expect(landing.written).toEqual([]);
  const next = await visit({ path: "/cart", kept: landing.store(), app: { click: "clk_1" } });
  expect(next.told).toEqual([{ path: "/products/tea", query: "ref=ANNA" }]);
  expect(next.written).toEqual(["clk_1"]);
  const later = await visit({ path: "/cart", kept: next.store(), app: { click: "clk_2" } });
  expect(later.told).toEqual([]);
});

test("a landing that could not be told for a day is let go", async () => {
  const at = Date.now() - 25 * 3_600_000;
  const kept = { aff_visit: JSON.stringify({ query: "ref=ANNA", path: "/", from: "", at }) };
  const page = await visit({ path: "/cart", kept });
  expect(page.told).toEqual([]);
});

test("without storage a landing is still told, and written to this visit's cart", async () => {
  const page = await visit({ path: "/?ref=ANNA", app: { click: "clk_1" }, storage: "blocked" });
  expect(page.written).toEqual(["clk_1"]);
});

test("an answer that is no click's id goes nowhere", async () => {
  const page = await visit({ path: "/?ref=ANNA", app: { click: "<script>" } });
  expect(page.written).toEqual([]);
});

test("the block looks for what the links of every known system carry, unless the merchant says otherwise", () => {
  const block = readFileSync("extensions/affiliate-embed/blocks/affiliate-embed.liquid", "utf8");
  const schema = /{% schema %}([\s\S]*){% endschema %}/.exec(block)?.[1] ?? "{}";
  const { settings } = JSON.parse(schema) as { settings: { id: string; default: string }[] };
  const given = settings.find(({ id }) => id === "parameters")?.default.split(", ");
  expect(given).toEqual(expect.arrayContaining(importedParameters.map(({ parameter }) => parameter)));
});

test("names with a dot, and lists written in another way, are understood", async () => {
  const page = await visit({ path: "/?a.b=9&Via=X", parameters: "?a.b= ;\n via" });
  expect(page.told).toEqual([{ path: "/", query: "a.b=9&Via=X" }]);
});
