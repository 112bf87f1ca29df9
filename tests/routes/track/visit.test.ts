import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as visitor from "#app/http/visitor.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openSignedClick } from "#app/platform/crypto.server.ts";
import { clicks } from "#app/store/schema/clicks.ts";
import { shops } from "#app/store/schema/shops.ts";
import { findTrackingStatus } from "#app/store/tracking-status.ts";
import { action, loader } from "../../../app/routes/track/visit.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { appUrl } from "../../support/browser.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

const longMs = 30_000;
/** How long a shopper waits: what a busy machine does at its pace is no fault, but where waiting itself is tested. */
let patienceMs = longMs;
const patience: { shopperPatienceMs: number } = visitor;
beforeEach(() => {
  patienceMs = longMs;
  vi.spyOn(patience, "shopperPatienceMs", "get").mockImplementation(() => patienceMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Query = Record<string, string> | [string, string][];
const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let visitors = 0;

/** A query as the platform's proxy signs it: sorted, nothing between, values of a name parted by commas. */
function signed(query: Query, secret = "test-secret"): string {
  const search = new URLSearchParams(query);
  const names = [...new Set(search.keys())];
  const text = names.map((name) => `${name}=${search.getAll(name).join(",")}`).toSorted();
  search.set("signature", createHmac("sha256", secret).update(text.join("")).digest("hex"));
  return search.toString();
}

const seconds = (agoMs = 0): string => String(Math.floor((Date.now() - agoMs) / 1000));

function own({ domain }: Pick<SellingShop, "domain">, more: Record<string, string> = {}) {
  return { shop: domain, path_prefix: "/apps/affiliates", timestamp: seconds(), ...more };
}

async function ask(query: string, headers: Record<string, string> = {}, method = "GET") {
  visitors += 1;
  const from = `198.18.${Math.floor(visitors / 250)}.${visitors % 250}`;
  const request = new Request(`${appUrl}/proxy/visit?${query}`, {
    method,
    headers: { "User-Agent": agent, "X-Forwarded-For": `${from}, 10.0.0.1`, ...headers },
  });
  const response = await loader({ request });
  const body = (await response.json()) as { click?: string | null };
  return { status: response.status, click: body.click, headers: response.headers };
}

async function clicksOf({ shopId }: SellingShop) {
  return db().select().from(clicks).where(eq(clicks.shopId, shopId));
}

test("a landing is recorded as a click, and its signed id is answered", async () => {
  const shop = await makeSellingShop();
  const landing = { path: "/products/tea", query: `ref=${shop.code}&sub=story`, from: "blog.example" };
  const { status, click, headers } = await ask(signed(own(shop, landing)));
  expect([status, headers.get("Cache-Control"), headers.get("Set-Cookie")]).toEqual([200, "no-store", null]);
  const opened = openSignedClick(shop.shopId, click ?? "");
  expect(await clicksOf(shop)).toMatchObject([
    {
      clickId: opened?.clickId,
      affiliateId: shop.affiliateId,
      source: "landing",
      target: "/products/tea",
      subId: "story",
      referrerHost: "blog.example",
    },
  ]);
  expect(await findTrackingStatus(db(), shop.shopId)).toMatchObject({
    embedSeenAt: expect.any(Date) as Date,
    proxySeenAt: expect.any(Date) as Date,
  });
});

test("a code that nobody has is answered with nothing, and leaves nothing", async () => {
  const shop = await makeSellingShop();
  expect(await ask(signed(own(shop, { path: "/", query: "ref=NOBODY" })))).toMatchObject({
    status: 200,
    click: null,
  });
  expect(await clicksOf(shop)).toEqual([]);
});

test("several values of a name are signed as one", async () => {
  const shop = await makeSellingShop();
  const query = [...Object.entries(own(shop, { query: `ref=${shop.code}` })), ["x", "1"], ["x", "2"]];
  expect((await ask(signed(query as [string, string][]))).status).toBe(200);
});

const bad: [string, number, (shop: SellingShop, other: SellingShop) => string][] = [
  ["without a signature", 400, (shop) => new URLSearchParams(own(shop)).toString()],
  ["signed by somebody else", 401, (shop) => signed(own(shop, { query: `ref=${shop.code}` }), "guess")],
  ["changed after it was signed", 401, (shop) => `${signed(own(shop))}&query=ref%3D${shop.code}`],
  [
    "for another shop than it was signed for",
    401,
    (shop, other) => signed(own(shop)).replace(shop.domain, other.domain),
  ],
  ["of two minutes ago", 401, (shop) => signed(own(shop, { timestamp: seconds(120_000) }))],
  ["of two minutes ahead", 401, (shop) => signed(own(shop, { timestamp: seconds(-120_000) }))],
  ["without a time", 400, (shop) => signed({ shop: shop.domain, query: `ref=${shop.code}` })],
  ["with a time that is none", 400, (shop) => signed(own(shop, { timestamp: "now" }))],
  ["for no shop", 400, (shop) => signed(own(shop, { shop: "shop.example" }))],
  ["too long", 400, (shop) => signed(own(shop, { query: "x".repeat(9000) }))],
  [
    "whose value pretends to be another shop's name",
    400,
    (shop, other) => signed(own(shop, { query: `ref=${other.code}shop=${other.domain}si=` })),
  ],
];
test.each(bad)("a call %s is refused with %i and changes nothing", async (_, status, make) => {
  const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
  const before = [await snapshotOf(shop.shopId), await snapshotOf(other.shopId)];
  expect((await ask(make(shop, other))).status).toBe(status);
  expect([await snapshotOf(shop.shopId), await snapshotOf(other.shopId)]).toEqual(before);
});

test("what the proxy signs for one shop cannot be read as another's", async () => {
  const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
  // Signed for the first shop, and cut elsewhere: the same text, other names.
  const search = new URLSearchParams(
    signed(own(shop, { query: `ref=${other.code}shop=${other.domain}si=` })),
  );
  const cut = new URLSearchParams({
    path_prefix: "/apps/affiliates",
    query: `ref=${other.code}`,
    shop: other.domain,
    si: `shop=${shop.domain}`,
    timestamp: search.get("timestamp") ?? "",
    signature: search.get("signature") ?? "",
  });
  expect((await ask(cut.toString())).status).toBe(400);
  expect(await clicksOf(other)).toEqual([]);
});

test("a shop without the app is told so", async () => {
  const shop = await makeSellingShop();
  await db().update(shops).set({ uninstalledAt: new Date() }).where(eq(shops.shopId, shop.shopId));
  expect((await ask(signed(own(shop, { query: `ref=${shop.code}` })))).status).toBe(404);
  expect((await ask(signed(own({ domain: "nobody-here.myshopify.com" })))).status).toBe(404);
  expect(await clicksOf(shop)).toEqual([]);
});

test("hostile landings are answered, and no click leads out of the store", async () => {
  const shop = await makeSellingShop();
  const paths = [...hostileTexts, "//evil.example", "/\\evil", "https://evil.example", "javascript:alert(1)"];
  for (const text of paths.map((one) => one.slice(0, 1500).toWellFormed())) {
    const inPath = await ask(signed(own(shop, { path: text, query: `ref=${shop.code}`, from: text })));
    expect(inPath.status).toBe(200);
    const inCode = await ask(signed(own(shop, { query: new URLSearchParams({ ref: text }).toString() })));
    expect([text, inCode.status, inCode.click]).toEqual([text, 200, null]);
  }
  const kept = await clicksOf(shop);
  expect(kept.every(({ target }) => target.startsWith("/") && !target.startsWith("//"))).toBe(true);
  expect(kept.every(({ referrerHost }) => referrerHost === "")).toBe(true);
});

test("a crawler is kept as one, and a look ahead not at all", async () => {
  const shop = await makeSellingShop();
  const query = { query: `ref=${shop.code}` };
  await ask(signed(own(shop, query)), { "User-Agent": "Googlebot/2.1" });
  expect((await ask(signed(own(shop, query)), {}, "HEAD").catch(() => null))?.click ?? null).toBeNull();
  const seen = await db()
    .select()
    .from(clicks)
    .where(and(eq(clicks.shopId, shop.shopId), eq(clicks.bot, false)));
  expect(seen).toEqual([]);
});

test("one visitor's flood is told to wait", async () => {
  const shop = await makeSellingShop();
  // No time goes by in which the visitor could ask again, however long the answers take.
  vi.useFakeTimers({ toFake: ["Date"] });
  const statuses: number[] = [];
  for (let count = 0; count < 35; count += 1) {
    const { status } = await ask(signed(own(shop, { query: "ref=NOBODY" })), {
      "X-Forwarded-For": "1.2.3.4, 198.51.100.9, 10.0.0.1",
    });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});

const visit = (shop: SellingShop) => ask(signed(own(shop, { query: `ref=${shop.code}` })));

test("while the database does not answer nobody waits for it: a known code is kept on the disk, another asked again", async () => {
  const [known, unknown] = [await makeSellingShop(), await makeSellingShop()];
  expect((await visit(known)).click).toMatch(/^clk_/);
  // Waiting for the database would never end: it is released only after the answers.
  patienceMs = 240;
  const late = await inTransaction(async (tx) => {
    await tx.execute(sql`lock table shops, clicks in access exclusive mode`);
    const first = await visit(unknown);
    expect([first.status, first.headers.get("Retry-After")]).toEqual([503, "60"]);
    const foreign = await ask(signed(own(known, { query: "sca_ref=77" })));
    expect(foreign.status).toBe(503);
    return visit(known);
  });
  patienceMs = longMs;
  expect(late.status).toBe(200);
  const opened = openSignedClick(known.shopId, late.click ?? "");
  await expect
    .poll(async () => (await clicksOf(known)).map((one) => one.clickId), { timeout: 30_000 })
    .toContain(opened?.clickId);
  await expect.poll(async () => (await visit(unknown)).status).toBe(200);
});

test("nothing is posted here", () => {
  expect(action().status).toBe(405);
});
