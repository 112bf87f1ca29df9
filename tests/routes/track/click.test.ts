import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { shopperPatienceMs } from "#app/http/visitor.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import * as patience from "#app/platform/coalesce.ts";
import { openSignedClick } from "#app/platform/crypto.server.ts";
import { clicks } from "#app/store/schema/clicks.ts";
import { dailyShopFigures } from "#app/store/schema/figures.ts";
import { shops } from "#app/store/schema/shops.ts";
import { loader } from "../../../app/routes/track/click.ts";
import { appUrl } from "../../support/browser.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const handleOf = ({ domain }: SellingShop) => domain.replace(".myshopify.com", "");

/** One shopper, from an address of their own, at the web process. */
async function follow(shop: SellingShop, code: string, { method = "GET", to = "/" } = {}) {
  const query = new URLSearchParams({ s: handleOf(shop), to });
  const { status, headers } = await requestClick(code, `?${query}`, method);
  return { status, location: new URL(headers.get("Location") ?? "nowhere:") };
}

async function requestClick(code: string, search: string, method = "GET"): Promise<Response> {
  const request = new Request(`${appUrl}/r/${encodeURIComponent(code)}${search}`, {
    method,
    headers: { "User-Agent": agent, "X-Forwarded-For": randomUUID() },
  });
  return await loader({ request, params: { code } });
}

/** Where a page that asks again by itself does so, relative to the link. */
async function againAt(page: Response): Promise<string> {
  const [, told] = /http-equiv="refresh" content="\d+; url=(\?[^"<>]*)"/.exec(await page.text()) ?? [];
  return (told ?? "no address").replaceAll(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)));
}

/** Where somebody who only looks is led, who leaves nothing: on a busy machine the database may be too slow at first. */
async function leadsTo(shop: SellingShop, code: string, to?: string): Promise<string> {
  return (await follow(shop, code, { method: "HEAD", ...(to && { to }) })).location.href;
}

function clickIn(shop: SellingShop, { location }: { location: URL }): string | undefined {
  return openSignedClick(shop.shopId, location.searchParams.get("aff_click") ?? "")?.clickId;
}

const clicksOf = async ({ shopId }: SellingShop) =>
  (await db().select().from(clicks).where(eq(clicks.shopId, shopId))).map((one) => one.clickId);

async function countedFor({ shopId }: SellingShop) {
  const rows = await db().select().from(dailyShopFigures).where(eq(dailyShopFigures.shopId, shopId));
  return rows.map(({ clicks: counted, visitors }) => ({ clicks: counted, visitors }));
}

test("a shopper waits for the database no longer than 300 ms", () => {
  expect(shopperPatienceMs).toBeLessThanOrEqual(300);
});

test("while the database is held up shoppers are led on, and their clicks are stored later, each once", async () => {
  const [known, unheardOf] = [await makeSellingShop(), await makeSellingShop()];
  const page = `https://${handleOf(known)}.example/?ref=${known.code}`;
  await expect.poll(() => leadsTo(known, known.code)).toBe(page);
  const before = await follow(known, known.code);
  const waits = vi.spyOn(patience, "within");
  // Waiting for the database would never end: it is released only after the answers.
  const during = await inTransaction(async (tx) => {
    await tx.execute(sql`lock table shops, clicks in access exclusive mode`);
    return [
      await follow(known, known.code),
      await follow(known, known.code),
      await follow(unheardOf, unheardOf.code),
    ] as const;
  });
  expect(during.map((one) => one.status)).toEqual([302, 302, 302]);
  for (const [, ms] of waits.mock.calls) expect(ms).toBeLessThanOrEqual(shopperPatienceMs);
  waits.mockRestore();
  const [first, second, third] = during;
  const signed = [before, first, second].map((one) => clickIn(known, one));
  expect(new Set(signed)).toHaveLength(3);
  expect(third.location.href).toBe(`https://${unheardOf.domain}/?ref=${unheardOf.code}`);
  await expect.poll(async () => new Set(await clicksOf(known))).toEqual(new Set(signed));
  expect(await clicksOf(known)).toHaveLength(3);
  await expect.poll(() => countedFor(unheardOf)).toEqual([{ clicks: 1, visitors: 1 }]);
  expect(await countedFor(known)).toEqual([{ clicks: 3, visitors: 3 }]);
});

test("a link that names no shop waits for no database: its page asks again, and leads on with the one click", async () => {
  const shop = await makeSellingShop();
  await makeSellingShop();
  const search = `?to=%2Ftea&sub=a'b%22<c`;
  const [first, second] = await inTransaction(async (tx) => {
    await tx.execute(sql`lock table shops in access exclusive mode`);
    const page = await requestClick(shop.code, search);
    return [page, await requestClick(shop.code, await againAt(page.clone()))] as const;
  });
  expect([first.status, second.status]).toEqual([503, 503]);
  const again = await againAt(first);
  expect(again).toMatch(/^\?to=%2Ftea&sub=a(?:'|%27)b%22(?:<|%3C)c&aff_again=clk_/);
  expect(await againAt(second)).toBe(again);
  await expect.poll(async () => (await requestClick("nobody-has-this", again)).status).toBe(200);
  await expect.poll(async () => (await requestClick(shop.code, again)).status).toBe(302);
  const led = new URL((await requestClick(shop.code, again)).headers.get("Location") ?? "");
  expect([led.host, led.pathname, led.searchParams.has("aff_again")]).toEqual([
    `${handleOf(shop)}.example`,
    "/tea",
    false,
  ]);
  await expect.poll(() => clicksOf(shop)).toEqual([clickIn(shop, { location: led })]);
  await expect.poll(() => countedFor(shop)).toEqual([{ clicks: 1, visitors: 1 }]);
  expect(
    await db().select({ subId: clicks.subId }).from(clicks).where(eq(clicks.shopId, shop.shopId)),
  ).toEqual([{ subId: `a'b"<c` }]);
});

test("a code that nobody has and a shop that let the app go lead to a front page, and leave nothing", async () => {
  const shop = await makeSellingShop();
  const frontPage = `https://${handleOf(shop)}.example/`;
  for (const code of ["nobody-has-this", "'\"><script>", "🦊", "x".repeat(10_000)]) {
    await expect.poll(() => leadsTo(shop, code)).toBe(frontPage);
    expect((await follow(shop, code)).status).toBe(302);
  }
  await db().update(shops).set({ uninstalledAt: new Date() }).where(eq(shops.shopId, shop.shopId));
  await expect.poll(() => leadsTo(shop, shop.code, "//evil.example")).toBe(frontPage);
  expect((await follow(shop, shop.code)).status).toBe(302);
  expect(await clicksOf(shop)).toEqual([]);
});

test.each([
  "//evil.example",
  "///evil.example",
  "https:evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/..//evil.example",
  "@evil.example",
  ".evil.example",
])("a link that should lead to %j leads into the store", async (to) => {
  const shop = await makeSellingShop();
  // On a busy machine the first question may take longer than a shopper waits; then the code is known.
  await expect.poll(() => leadsTo(shop, shop.code)).toContain(`https://${handleOf(shop)}.example/`);
  for (const written of [to, encodeURIComponent(to)]) {
    const { status, location } = await follow(shop, shop.code, { to: written });
    expect([status, location.origin]).toEqual([302, `https://${handleOf(shop)}.example`]);
  }
});
