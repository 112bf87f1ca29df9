import { describe, expect, test, vi } from "vitest";
import { visit } from "./storefront-page.ts";

const landing = "/?aff_click=clk_1";
const gift = { key: "gift", value: "yes" };

describe("the click in the cart", () => {
  test("is restored after another script replaced the cart's attributes", async () => {
    const page = await visit({ path: landing });
    const update = Promise.withResolvers<object>();
    await page.cartEvent("attributes", { attributes: [gift], promise: update.promise });
    expect(page.written).toEqual(["clk_1"]);
    update.resolve({ cart: null });
    await vi.waitFor(() => expect(page.written).toEqual(["clk_1", "clk_1"]));
  });

  test("is restored after an update that failed, since part of it may have been done", async () => {
    const page = await visit({ path: landing });
    await page.cartEvent("attributes", {
      attributes: [],
      promise: Promise.reject(new Error("CartActionError")),
    });
    expect(page.written).toEqual(["clk_1", "clk_1"]);
  });

  test.each(["lines", "note", "discount"])("is written again when the cart's %s change", async (part) => {
    const page = await visit({ path: landing });
    await page.cartEvent(part, { promise: Promise.resolve({}) });
    expect(page.written).toEqual(["clk_1", "clk_1"]);
  });

  test("is left alone by an update that keeps it", async () => {
    const page = await visit({ path: landing });
    await page.cartEvent("attributes", { attributes: [gift, { key: "__aff_click", value: "clk_1" }] });
    expect(page.written).toEqual(["clk_1"]);
  });

  test("is restored without storage too", async () => {
    const page = await visit({ path: landing, storage: "blocked" });
    await page.cartEvent("attributes", { attributes: [] });
    expect(page.written).toEqual(["clk_1", "clk_1"]);
  });

  test("is not restored against the visitor's consent", async () => {
    const page = await visit({ path: landing, consent: "given" });
    const update = Promise.withResolvers<object>();
    await page.cartEvent("attributes", { attributes: [], promise: update.promise });
    await page.decide("refused");
    update.resolve({});
    await page.cartEvent("attributes", { attributes: [] });
    expect(page.written).toEqual(["clk_1", ""]);
  });
});

test("a cart event writes nothing for a visitor whom no affiliate sent", async () => {
  const page = await visit({ path: "/products/tea" });
  await page.cartEvent("attributes", { attributes: [gift] });
  await page.cartEvent("lines");
  expect(page.written).toEqual([]);
});

test.each([{ attributes: "none" }, { attributes: [null] }, { promise: 1 }, {}])(
  "a cart event of unexpected shape does no harm: %j",
  async (detail) => {
    const page = await visit({ path: landing });
    await page.cartEvent("attributes", detail);
    await page.cartEvent("attributes", { attributes: [] });
    expect(page.written.at(-1)).toBe("clk_1");
  },
);

test("a script that answers every write with a cart event gets 5 in 10 seconds and 50 on a page", async () => {
  const page = await visit({ path: landing });
  const now = vi.spyOn(page.clock, "now");
  let at = Date.now();
  now.mockImplementation(() => at);
  const events = async (count: number) => {
    for (let each = 0; each < count; each += 1) await page.cartEvent("attributes", { attributes: [] });
  };
  await events(8);
  expect(page.written).toHaveLength(1 + 5);
  for (let span = 0; span < 12; span += 1) {
    at += 10_001;
    await events(6);
  }
  expect(page.written).toHaveLength(1 + 50);
});

test.each(["refused", "lost"] as const)(
  "a write that is %s is not repeated on this page",
  async (cartAnswers) => {
    const page = await visit({ path: landing, cartAnswers });
    await page.cartEvent("attributes", { attributes: [] });
    expect(page.written).toEqual(["clk_1"]);
  },
);
