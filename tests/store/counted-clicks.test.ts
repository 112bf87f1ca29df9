import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AffiliateId, ClickId, LinkId, ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type CountedClick, keepCountedClicks, keepNewCountedClicks } from "#app/store/clicks.ts";
import { wrongDimensionVisitors, wrongVisitors } from "#app/store/verification-figures.ts";

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
    isVisitCounted: false,
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

/** Clicks and visitors by "dimension value". */
async function dimensionsOf(shopId: ShopId) {
  const { rows } = await db().execute<{ key: string; both: number[] }>(sql`
    select dimension || ' ' || value as key, array[sum(clicks), sum(visitors)]::int[] as both
    from daily_dimension_figures where shop_id = ${shopId} group by 1`);
  return Object.fromEntries(rows.map(({ key, both }) => [key, both]));
}

const wrongOf = async (shopId: ShopId) => [
  ...(await wrongVisitors(db(), shopId)),
  ...(await wrongDimensionVisitors(db(), shopId)),
];

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

test("a visitor is counted once for each link, sub-id and page of a day, however many clicks and batches", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  const mail = "lnk_mail" as LinkId;
  const spring = { linkId: mail, countedSubId: "spring", countedLanding: " other" };
  await keepNewCountedClicks([click({}), click(spring), click({ ...spring, countedSubId: "" })], at);
  expect(await dimensionsOf(shopId)).toEqual({
    "landing /": [1, 1],
    "landing  other": [2, 1],
    "link ": [1, 1],
    "link lnk_mail": [2, 1],
    "sub-id ": [2, 1],
    "sub-id spring": [1, 1],
  });

  // One visitor with another affiliate's link to a known page, another visitor, and the next day.
  const tomorrow = { day: "2026-03-03", countedLanding: "/" };
  await keepNewCountedClicks(
    [
      click({ affiliateId: ben, countedSubId: "spring" }),
      click({ ...spring, visitorHash: "another" }),
      click(tomorrow),
    ],
    at,
  );
  expect(await dimensionsOf(shopId)).toEqual({
    "landing /": [3, 2],
    "landing  other": [3, 2],
    "link ": [3, 2],
    "link lnk_mail": [3, 2],
    "sub-id ": [3, 2],
    "sub-id spring": [3, 2],
  });
  expect(await wrongOf(shopId)).toEqual([]);
  await db().execute(sql`update daily_dimension_figures set visitors = visitors + 1
    where shop_id = ${shopId} and value = 'lnk_mail'`);
  expect(await wrongOf(shopId)).toEqual([
    { dimension: "link", value: mail, day: "2026-03-02", currency: "EUR", what: "visitors 3 instead of 2" },
  ]);
});

test("clicks of one visitor that many processes keep at once count the visitor once", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  const links = ["lnk_a", "lnk_b"] as LinkId[];
  const batches = Array.from({ length: 12 }, (_, index) =>
    links.map((linkId) =>
      click({ linkId, affiliateId: index % 2 ? ada : ben, visitorHash: `v${index % 3}` }),
    ),
  );
  await Promise.all(batches.map((batch) => keepNewCountedClicks(batch, at)));
  expect(await countsOf(shopId)).toEqual({ kept: 24, shop: [24, 3], ada: [12, 3], ben: [12, 3] });
  expect(await dimensionsOf(shopId)).toMatchObject({ "link lnk_a": [12, 3], "link lnk_b": [12, 3] });
  expect(await wrongOf(shopId)).toEqual([]);
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

test("sub-ids and pages count under their own text, whatever it contains", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  const texts = [`{"a","b"}`, String.raw`\n \\ "`, "line\nbreak, NULL", "NULL", "ünïcödé 🎈", " "];
  await keepNewCountedClicks(
    texts.map((text) => click({ countedSubId: text, countedLanding: `/${text}` })),
    at,
  );
  const expected = texts.flatMap((text) => [
    [`sub-id ${text}`, [1, 1]],
    [`landing /${text}`, [1, 1]],
  ]);
  expect(await dimensionsOf(shopId)).toEqual({ ...Object.fromEntries(expected), "link ": [texts.length, 1] });
  expect(await wrongOf(shopId)).toEqual([]);
});

test("a visitor whose first click is there already is counted for the second, and for the first no more", async () => {
  const shopId = newId<ShopId>("shp", at);
  const click = clicksOf(shopId);
  const first = click({ countedSubId: "first" });
  const bot = click({ bot: true, countedSubId: "bot" });
  await keepNewCountedClicks([first], at);
  expect(await keepCountedClicks([first, bot, click({ countedSubId: "second" })], at)).toBe(2);
  expect(await dimensionsOf(shopId)).toMatchObject({ "sub-id first": [1, 1], "sub-id second": [1, 1] });
  expect(await dimensionsOf(shopId)).not.toHaveProperty("sub-id bot");
  expect(await wrongOf(shopId)).toEqual([]);
});
