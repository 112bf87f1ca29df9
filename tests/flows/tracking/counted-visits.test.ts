import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { ClickId } from "#app/domain/ids.ts";
import { keepClicks, keepNewClicks, type KeptClick, visitorOf } from "#app/flows/tracking/keep-clicks.ts";
import { keptClick, linkedClick } from "#app/flows/tracking/link-click.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findLinkOwner } from "#app/store/link-owners.ts";
import { wrongDimensionVisitors, wrongVisitors } from "#app/store/verification-figures.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

const at = new Date("2026-03-02T10:00:00Z");

async function clicksAlongItsLink() {
  const shop = await makeSellingShop();
  const owner = await findLinkOwner(shop.code.toLowerCase(), shop.domain);
  if (!owner) throw new Error("The shop's code is not there.");
  const clickBy = (address: string, given: { search?: string; occurredAt?: Date; bot?: boolean } = {}) => {
    const { search = "", occurredAt = at, bot = false } = given;
    const visitor = visitorOf(address, "Firefox");
    const facts = { clickId: newId<ClickId>("clk", occurredAt), occurredAt, referrerHost: "", visitor, bot };
    return keptClick(owner, { ...linkedClick(owner, search), ...facts, source: "link" });
  };
  const counts = async () => {
    const { rows } = await db().execute<Record<string, number>>(sql`select
      (select sum(clicks)::int from daily_shop_figures where shop_id = ${shop.shopId}) as clicks,
      (select sum(visitors)::int from daily_shop_figures where shop_id = ${shop.shopId}) as visitors,
      (select sum(visitors)::int from daily_dimension_figures
        where shop_id = ${shop.shopId} and dimension = 'sub-id' and value = 'spring') as spring`);
    return {
      ...rows[0],
      wrong: [
        ...(await wrongVisitors(db(), shop.shopId)),
        ...(await wrongDimensionVisitors(db(), shop.shopId)),
      ],
    };
  };
  return { shop, clickBy, counts };
}

it("counts a visitor who comes back the same way once, and does not look for them again", async () => {
  const { shop, clickBy, counts } = await clicksAlongItsLink();
  await keepNewClicks([clickBy("198.51.100.1"), clickBy("198.51.100.1")]);
  expect(await counts()).toEqual({ clicks: 2, visitors: 1, spring: null, wrong: [] });

  // A visitor known in this process is not read from the database again.
  await db().execute(sql`update daily_visitors set seen = '{}' where shop_id = ${shop.shopId}`);
  await keepNewClicks([clickBy("198.51.100.1")]);
  await keepClicks([clickBy("198.51.100.1")]);
  const { rows } = await db().execute(sql`select seen from daily_visitors where shop_id = ${shop.shopId}`);
  expect(rows).toEqual([{ seen: [] }]);
  expect(await counts()).toMatchObject({ clicks: 4, visitors: 1, spring: null });
});

it("counts a known visitor anew for another way, and on another day", async () => {
  const { clickBy, counts } = await clicksAlongItsLink();
  await keepNewClicks([clickBy("198.51.100.1")]);
  const spring = { search: "sub=spring" };
  await keepNewClicks([clickBy("198.51.100.1", spring), clickBy("198.51.100.2", spring)]);
  expect(await counts()).toEqual({ clicks: 3, visitors: 2, spring: 2, wrong: [] });
  const tomorrow = new Date(at.getTime() + 86_400_000);
  await keepNewClicks([clickBy("198.51.100.1", { ...spring, occurredAt: tomorrow })]);
  expect(await counts()).toEqual({ clicks: 4, visitors: 3, spring: 3, wrong: [] });
});

it("remembers nobody whose click was not kept, and no bot", async () => {
  const { clickBy, counts } = await clicksAlongItsLink();
  const first: KeptClick = clickBy("198.51.100.1");
  await keepNewClicks([first]);
  const second = clickBy("198.51.100.2");
  await expect(keepNewClicks([second, first])).rejects.toMatchObject({ code: "23505" });
  expect(await counts()).toMatchObject({ clicks: 1, visitors: 1 });
  await keepNewClicks([clickBy("198.51.100.2", { bot: true })]);
  expect(await keepClicks([second, first])).toBe(1);
  expect(await counts()).toEqual({ clicks: 2, visitors: 2, spring: null, wrong: [] });
});
