import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ClickId } from "#app/domain/ids.ts";
import { forgetVisitors } from "#app/flows/tracking/forget-visitors.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { rotateClicks } from "#app/flows/tracking/rotate-clicks.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertClicks, createClickPartition } from "#app/store/clicks.ts";
import { clicksOf } from "../../support/clicks-of.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const now = new Date("2026-11-20T12:00:00Z");
/** Before what any shop may keep. */
const ancient = new Date("2010-05-10T00:00:00Z");

async function clicked(shop: SellingShop, ...days: (string | Date)[]): Promise<void> {
  const times = days.map((day) => new Date(day));
  await insertClicks(
    db() as never,
    times.map((occurredAt) => ({
      shopId: shop.shopId,
      clickId: newId<ClickId>("clk", occurredAt),
      occurredAt,
      affiliateId: shop.affiliateId,
      target: "/",
    })),
  );
}

const keptDays = async (shop: SellingShop) =>
  (await clicksOf(shop)).map((one) => one.occurredAt.toISOString().slice(0, 10));

const keepFor = (shop: SellingShop, months: number) =>
  db().execute(sql`update shops set click_months = ${months} where shop_id = ${shop.shopId}`);

async function partitions(): Promise<string[]> {
  const { rows } = await db().execute<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'clicks'::regclass`,
  );
  return rows.map((row) => row.name);
}

describe("clicks, by the month", () => {
  it("go after the whole months of the shop's setting, and no earlier", async () => {
    const [short, long] = [await makeSellingShop(), await makeSellingShop()];
    await keepFor(short, 2);
    const days = ["2026-08-31T23:59:59Z", "2026-09-01T00:00:00Z", "2026-11-19T00:00:00Z"];
    await clicked(short, ...days);
    await clicked(long, ...days);
    await rotateClicks(now);
    expect(await keptDays(short)).toEqual(["2026-11-19", "2026-09-01"]);
    expect(await keptDays(long)).toEqual(["2026-11-19", "2026-09-01", "2026-08-31"]);
  });

  it("go with their whole partition once no shop keeps them, also from the default partition", async () => {
    const shop = await makeSellingShop();
    await createClickPartition(db(), new Date("2010-05-01T00:00:00Z"));
    await clicked(shop, ancient, "2010-07-01T00:00:00Z");
    expect(await partitions()).toContain("clicks_2010_05");
    await rotateClicks(now);
    expect(await partitions()).not.toContain("clicks_2010_05");
    expect(await keptDays(shop)).toEqual([]);
  });

  it("have their partition before their month begins", async () => {
    // No other test of this database has clicks of that year, which the catch-all partition would keep.
    await rotateClicks(new Date("2009-01-15T00:00:00Z"));
    const ahead = ["clicks_2009_01", "clicks_2009_02", "clicks_2009_03", "clicks_2009_04"];
    expect(await partitions()).toEqual(expect.arrayContaining(ahead));
    await rotateClicks(now);
    expect(await partitions()).toEqual(expect.not.arrayContaining(ahead));
  });
});

const saltDays = async (shop: SellingShop) => {
  const { rows } = await db().execute<{ day: string; sealed: string }>(
    sql`select day::text, sealed from visitor_salts where shop_id = ${shop.shopId} order by day`,
  );
  return rows.map((row) => row.day);
};

describe("a visitor's identity", () => {
  const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  async function visitOn(shop: SellingShop, day: string) {
    const query = `s=${shop.domain.replace(".myshopify.com", "")}`;
    const at = new Date(`${day}T12:00:00Z`);
    await recordClick({
      code: shop.code,
      query,
      userAgent: browser,
      address: "198.51.100.7",
      referrer: "",
      purpose: "visit",
      now: at,
    });
  }

  it("is another hash each day and in each shop, and the same all day", async () => {
    const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
    for (const day of ["2026-11-18", "2026-11-19", "2026-11-19"]) await visitOn(shop, day);
    await visitOn(other, "2026-11-19");
    const [third, second, first] = await clicksOf(shop);
    const [elsewhere] = await clicksOf(other);
    expect(first?.visitorHash).toHaveLength(43);
    expect(second?.visitorHash).toBe(third?.visitorHash);
    expect(new Set([first, third, elsewhere].map((one) => one?.visitorHash)).size).toBe(3);
  });

  it("cannot be recovered once the day is over everywhere", async () => {
    const shop = await makeSellingShop();
    for (const day of ["2026-11-18", "2026-11-19", "2026-11-20"]) await visitOn(shop, day);
    expect(await saltDays(shop)).toEqual(["2026-11-18", "2026-11-19", "2026-11-20"]);
    await forgetVisitors(new Date("2026-11-20T11:59:00Z"));
    expect(await saltDays(shop)).toEqual(["2026-11-19", "2026-11-20"]);
    await forgetVisitors(new Date("2026-11-20T12:00:00Z"));
    expect(await saltDays(shop)).toEqual(["2026-11-20"]);
  });
});
