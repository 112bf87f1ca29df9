import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AffiliateId, ClickId, ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type CountedClick, keepCountedClicks, keepNewCountedClicks } from "#app/store/counted-clicks.ts";

const at = new Date("2026-03-02T10:00:00Z");
const ada = "aff_ada" as AffiliateId;
const ben = "aff_ben" as AffiliateId;

function clicksOf(shopId: ShopId) {
  return (given: Partial<CountedClick>): CountedClick => ({
    shopId,
    clickId: newId<ClickId>("clk", at),
    occurredAt: at,
    affiliateId: ada,
    target: "/",
    referrerHost: "",
    subId: "",
    linkId: "",
    source: "link",
    adClick: "",
    visitorHash: "visitor",
    bot: false,
    day: "2026-03-02",
    currency: "EUR",
    countedSubId: "",
    countedLanding: "/",
    ...given,
  });
}

async function countsOf(shopId: ShopId) {
  const { rows } = await db().execute<Record<string, number | null>>(sql`select
    (select count(*)::int from clicks where shop_id = ${shopId}) as kept,
    (select array[sum(clicks), sum(visitors)]::int[] from daily_shop_figures where shop_id = ${shopId}) as shop,
    (select array[sum(clicks), sum(visitors)]::int[] from daily_figures
      where shop_id = ${shopId} and affiliate_id = ${ada}) as ada,
    (select array[sum(clicks), sum(visitors)]::int[] from daily_figures
      where shop_id = ${shopId} and affiliate_id = ${ben}) as ben`);
  return rows[0];
}

test("a visitor is counted once for each affiliate and once for the shop, in one batch and in the next", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  await keepNewCountedClicks([click({}), click({}), click({ affiliateId: ben })], at);
  expect(await countsOf(shopId)).toEqual({ kept: 3, shop: [3, 1], ada: [2, 1], ben: [1, 1] });

  const other = { visitorHash: "another" };
  const bot = { bot: true, visitorHash: "bot" };
  await keepNewCountedClicks([click({}), click(other), click(bot)], at);
  expect(await countsOf(shopId)).toEqual({ kept: 6, shop: [5, 2], ada: [4, 2], ben: [1, 1] });

  // Known to the shop, and new to the affiliate.
  await keepNewCountedClicks([click({ ...other, affiliateId: ben })], at);
  expect(await countsOf(shopId)).toEqual({ kept: 7, shop: [6, 2], ada: [4, 2], ben: [2, 2] });
});

test("a click that is there already is neither kept nor counted again, even twice in one batch", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  const [first, second] = [click({}), click({ visitorHash: "another" })];
  await keepNewCountedClicks([first], at);
  expect(await keepCountedClicks([second, first, second], at)).toBe(1);
  expect(await keepCountedClicks([first, second], at)).toBe(0);
  expect(await countsOf(shopId)).toMatchObject({ kept: 2, shop: [2, 2], ada: [2, 2] });
});

test("clicks said to be new of which one is there are refused whole, so that they can be kept another way", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  const [first, second] = [click({}), click({ visitorHash: "another" })];
  await keepNewCountedClicks([first], at);
  await expect(keepNewCountedClicks([second, first], at)).rejects.toMatchObject({ code: "23505" });
  expect(await countsOf(shopId)).toMatchObject({ kept: 1, shop: [1, 1] });
  expect(await keepCountedClicks([second, first], at)).toBe(1);
  expect(await countsOf(shopId)).toMatchObject({ kept: 2, shop: [2, 2] });
});
