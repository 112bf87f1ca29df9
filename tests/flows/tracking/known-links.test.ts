import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { isDatabaseAway, noteDatabaseAway } from "#app/flows/tracking/keep-clicks.ts";
import { knownLink } from "#app/flows/tracking/known-links.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import * as clock from "#app/platform/clock.ts";
import * as linkOwners from "#app/store/link-owners.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

/** How far the clock that says how old something remembered is was put on. */
let aheadMs = 0;
/** While it is set, time stands still; in whole milliseconds, so that two seconds later are not 1,999.999 by rounding. */
let stoppedAt: number | null = null;

/** Codes that the store was asked for; those of the test for the limit are nobody's, and ask no database. */
const askedFor: string[] = [];
beforeEach(() => {
  vi.spyOn(clock, "uptimeMs").mockImplementation(() => (stoppedAt ?? performance.now()) + aheadMs);
  const { findLinkOwner } = linkOwners;
  vi.spyOn(linkOwners, "findLinkOwner").mockImplementation((codeKey, shopDomain) => {
    askedFor.push(codeKey);
    return codeKey.startsWith("bound-") ? Promise.resolve(null) : findLinkOwner(codeKey, shopDomain);
  });
});
afterEach(() => {
  stoppedAt = null;
  vi.restoreAllMocks();
});
// The app's records are dated by a clock that was ahead.
afterAll(() => void vi.resetModules());

const at = new Date("2026-03-02T09:59:00Z");
const by = { actor: systemActor, now: at };
const handleOf = ({ domain }: SellingShop) => domain.replace(".myshopify.com", "");

async function follow(shop: SellingShop, code: string): Promise<URL> {
  const location = await recordClick({
    code,
    query: `s=${handleOf(shop)}`,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: randomUUID(),
    referrer: "",
    purpose: "visit",
    now: at,
  });
  return new URL(location ?? "nowhere:");
}

/** The names of the statements that `work` has the pool run. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Pool.prototype, "query");
  const lent = vi.spyOn(pg.Pool.prototype, "connect");
  await work();
  // Each of them borrows a connection, and nothing else does.
  expect(lent).toHaveBeenCalledTimes(spy.mock.calls.length);
  return spy.mock.calls.map(([asked]) => z.object({ name: z.string() }).parse(asked).name);
}

test("a known code costs no query: what the database is asked is to keep the clicks, many at a time", async () => {
  const shop = await makeSellingShop();
  await follow(shop, shop.code);
  stoppedAt = Math.round(performance.now());
  await follow(shop, shop.code);
  const told = await statementsOf(() =>
    Promise.all(Array.from({ length: 40 }, () => follow(shop, shop.code))),
  );
  expect(new Set(told)).toEqual(new Set(["keep-new-clicks"]));
  expect(told.length).toBeLessThan(40);
});

test("after two seconds nothing remembered is believed: a pause, a new address and a new link are known", async () => {
  const shop = await makeSellingShop();
  const place = { ...shop, storefrontUrl: `https://${handleOf(shop)}.example` };
  const [slug, later] = [`slug-${randomUUID()}`.slice(0, 30), `later-${randomUUID()}`.slice(0, 30)];
  const linkId = await createLink({ shop: place, ...by }, shop.affiliateId, {
    name: "A",
    target: "/pages/a",
    slug,
  });
  if (isRefusal(linkId)) throw new Error(linkId.reason.code);
  stoppedAt = Math.round(performance.now());
  aheadMs += 2000;
  expect((await follow(shop, slug)).pathname).toBe("/pages/a");
  expect((await follow(shop, later)).href).toBe(`https://${handleOf(shop)}.example/`);

  // Believed for a moment longer, because nobody was asked; then renamed and led elsewhere.
  await updateLink({ shop: place, ...by }, { linkId }, { slug: later, target: "/pages/b" });
  expect((await follow(shop, slug)).pathname).toBe("/pages/a");
  aheadMs += 2000;
  for (const code of [slug, later]) {
    const led = await follow(shop, code);
    expect([led.pathname, led.searchParams.has("aff_click")]).toEqual(["/pages/b", true]);
  }

  await updateLink({ shop: place, ...by }, { linkId }, { status: "paused" });
  aheadMs += 2000;
  for (const code of [slug, later]) {
    expect((await follow(shop, code)).href).toBe(`https://${handleOf(shop)}.example/`);
  }
});

test("while the database is away, who had nobody a while ago is not believed to have nobody still", async () => {
  const domain = "bound.myshopify.com";
  expect(await knownLink("bound-new", domain, 1000)).toBeNull();
  noteDatabaseAway(new Error("away, for this test"));
  expect(await knownLink("bound-new", domain, 1000)).toBeNull();
  aheadMs += 2000;
  expect(await knownLink("bound-new", domain, 1000)).toBeUndefined();
  await expect.poll(isDatabaseAway).toBe(false);
});

test("remembers up to 20,000 codes: the oldest of more is asked for again", async () => {
  stoppedAt = Math.round(performance.now());
  await knownLink("bound-first", "bound.myshopify.com", 1000);
  askedFor.length = 0;
  await knownLink("bound-first", "bound.myshopify.com", 1000);
  expect(askedFor).toEqual([]);
  for (let count = 0; count < 20_000; count += 1) {
    await knownLink(`bound-${count}`, "bound.myshopify.com", 1000);
  }
  askedFor.length = 0;
  await knownLink("bound-19999", "bound.myshopify.com", 1000);
  expect(askedFor).toEqual([]);
  await knownLink("bound-first", "bound.myshopify.com", 1000);
  expect(askedFor).toEqual(["bound-first"]);
});
