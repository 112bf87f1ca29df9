import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { defaultRules } from "#app/domain/attribution.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { changeAttributionRules } from "#app/flows/attribution/rules.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { dailyDimensionFigures, dailyFigures } from "#app/store/schema/figures.ts";
import { longAgo, type SellingShop } from "../../support/selling-shop.ts";
import { percent, ruled, sell, shopUnder } from "../../support/sold-under.ts";

const actor = { kind: "staff", id: "stf_1", name: "Mia", email: null } as const;
const email = "buyer@example.com";
const welcoming = ruled({ kind: "customer", is: "new" }, percent(20));

/** A store where customers are new to affiliates, which sold three times to one: first without an affiliate. */
async function soldThrice(terms: Partial<ProgramTerms>) {
  const shop = await shopUnder(terms);
  await changeAttributionRules(
    { shop, actor, now: longAgo },
    { ...defaultRules, newCustomer: "affiliate" as const },
  );
  await sell(shop, { ref: "", email, createdAt: "2026-03-02T10:00:00Z" });
  await sell(shop, { email, createdAt: "2026-03-03T10:00:00Z" });
  await sell(shop, { email, createdAt: "2026-03-04T10:00:00Z" });
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  return shop;
}

async function newOnDays({ shopId }: SellingShop) {
  const rows = await db()
    .select({ day: dailyFigures.day, count: dailyFigures.newCustomers })
    .from(dailyFigures)
    .where(eq(dailyFigures.shopId, shopId))
    .orderBy(dailyFigures.day);
  return rows.map((row) => row.count);
}

async function customersIn({ shopId }: SellingShop) {
  const rows = await db()
    .select({ value: dailyDimensionFigures.value })
    .from(dailyDimensionFigures)
    .where(
      sql`${dailyDimensionFigures.shopId} = ${shopId} and dimension = 'customer' and ${dailyDimensionFigures.orders} > 0`,
    )
    .orderBy(dailyDimensionFigures.day);
  return rows.map((row) => row.value);
}

it("reports count new customers as the decision counted them: new to affiliates where the shop says so", async () => {
  const shop = await soldThrice(welcoming);
  expect(await newOnDays(shop)).toEqual([1, 0]);
  expect(await customersIn(shop)).toEqual(["new", "returning"]);
});

it("what no terms asked and the platform did not tell is counted as unknown", async () => {
  const shop = await soldThrice({});
  expect(await newOnDays(shop)).toEqual([0, 0]);
  expect(await customersIn(shop)).toEqual(["", ""]);
});
