import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { type FreeDimension, mostValues, otherValue } from "#app/domain/report.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { admitValues, freeValueName } from "#app/store/figures.ts";
import { dimensionValues } from "#app/store/schema/figures.ts";

const at = new Date("2026-03-02T10:00:00Z");

/** A shop with room for two more pages. */
async function nearlyFull(): Promise<ShopId> {
  const shopId = newId<ShopId>("shp", at);
  await db().execute(sql`insert into dimension_values (shop_id, dimension, value)
    select ${shopId}, 'landing', 'page ' || number from generate_series(1, ${mostValues - 2}) as number`);
  return shopId;
}

async function admittedOf(shopId: ShopId, dimension: FreeDimension, values: readonly string[]) {
  const asked = values.map((value) => ({ dimension, value }));
  const known = await inTransaction((tx) => admitValues(tx, shopId, asked));
  return asked.filter((one) => known.has(freeValueName(one))).map((one) => one.value);
}

async function keptOf(shopId: ShopId): Promise<string[]> {
  const rows = await db().select().from(dimensionValues).where(eq(dimensionValues.shopId, shopId));
  return rows.map((row) => row.value).filter((value) => !value.startsWith("page"));
}

test("values are admitted as long as there is room, and none after one that found none", async () => {
  const shopId = await nearlyFull();
  expect(await admittedOf(shopId, "landing", ["/a"])).toEqual(["/a"]);
  expect(await keptOf(shopId)).toEqual(["/a"]);
  expect(await admittedOf(shopId, "landing", ["/c", "/b", "/a"])).toEqual(["/b", "/a"]);
  expect((await keptOf(shopId)).toSorted()).toEqual([otherValue, "/a", "/b"]);
  // Somebody took one away by hand: whose orders were counted as others would not be found again.
  await db().execute(sql`delete from dimension_values where shop_id = ${shopId} and value = 'page 7'`);
  expect(await admittedOf(shopId, "landing", ["/c", "page 8"])).toEqual(["page 8"]);
  expect((await keptOf(shopId)).toSorted()).toEqual([otherValue, "/a", "/b"]);
});

test("a full dimension leaves the others their room", async () => {
  const shopId = await nearlyFull();
  await admittedOf(shopId, "landing", ["/a", "/b", "/c"]);
  expect(await admittedOf(shopId, "sub-id", ["/c", ""])).toEqual(["/c"]);
});
