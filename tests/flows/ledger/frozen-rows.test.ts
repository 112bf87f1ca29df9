import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { defaultRules } from "#app/domain/attribution.ts";
import { differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { insertRules } from "#app/store/attribution-versions.ts";
import { findProgram, insertVersion } from "#app/store/programs.ts";
import { programs } from "#app/store/schema/programs.ts";
import { withdrawVersion } from "#app/store/waiting-versions.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { putIn, takeOut, withFalsified } from "./falsify.ts";

const at = new Date("2026-03-01T12:00:00Z");

/** A shop in which nothing was ever paid: a version of its program, custom terms that began and ended, three versions of its rules. */
async function makeFrozenShop() {
  const shop = await makeSellingShop();
  const { shopId, programId, affiliateId } = shop;
  const terms = (await findProgram(db(), shopId, programId))?.terms ?? null;
  await inTransaction(async (tx) => {
    await insertVersion(tx, { shopId, programId, affiliateId, version: 2, terms, at, by: "Ada" });
    await insertVersion(tx, { shopId, programId, affiliateId, version: 3, terms: null, at, by: "Ada" });
    for (const version of [1, 2, 3]) {
      const effectiveFrom = at.toISOString();
      await insertRules(tx, shopId, { version, effectiveFrom, rules: defaultRules, createdBy: "Ada" });
    }
  });
  return shop;
}

const rowsNamed = async ({ shopId }: SellingShop) =>
  (await verifyShop(shopId)).differences.map(rowOfDifference);

const firstNamed = async (shop: SellingShop) => (await rowsNamed(shop))[0];

describe("frozen terms and rules under which nothing was paid", () => {
  let shop: SellingShop;

  beforeAll(async () => {
    shop = await makeFrozenShop();
  });

  it("are as they were put in", async () => {
    expect((await verifyShop(shop.shopId)).differences.map(differenceText)).toEqual([]);
  });

  const rate = { terms: sql`jsonb_set(terms, '{approvalDays}', '1')` };
  it.each([
    ["the terms of a program", 1, rate],
    ["the own terms of an affiliate", 2, rate],
    ["the end of own terms", 3, { terms: sql`'{}'::jsonb` }],
    ["the beginning of a version", 1, { effective_from: sql`effective_from - interval '1 millisecond'` }],
    ["whose own terms they are", 2, { affiliate_id: sql`null` }],
    ["when a version was saved", 1, { created_at: sql`created_at - interval '1 second'` }],
    ["who wrote a version", 1, { created_by: sql`'somebody'` }],
    ["the digest of a version", 1, { digest: sql`''` }],
  ] as const)("are named where somebody rewrote %s", async (_what, version, set) => {
    const falsified = { table: "program_versions", where: sql`version = ${version}`, set };
    const row = { table: "program_versions", key: `${shop.programId}:${version}` };
    expect(await withFalsified(shop.shopId, falsified, () => firstNamed(shop))).toEqual(row);
  });

  it.each([
    ["the rules", { rules: sql`jsonb_set(rules, '{order}', '[]')` }],
    ["their beginning", { effective_from: sql`effective_from + interval '1 day'` }],
    ["who wrote them", { created_by: sql`'somebody'` }],
    ["their digest", { digest: sql`repeat('0', 64)` }],
  ] as const)("are named where somebody rewrote %s of attribution", async (_what, set) => {
    const falsified = { table: "attribution_versions", where: sql`version = 2`, set };
    const row = { table: "attribution_versions", key: "2" };
    expect(await withFalsified(shop.shopId, falsified, () => firstNamed(shop))).toEqual(row);
  });

  it.each(["Pacific/Kiritimati", "America/St_Johns"])(
    "are the same for who asks from the time zone %s",
    async (zone) => {
      const unlike = await inTransaction(async (tx) => {
        await tx.execute(sql`select set_config('TimeZone', ${zone}, true)`);
        const { rows } = await tx.execute(sql`
          select version from program_versions v where shop_id = ${shop.shopId} and digest <> digest_of_terms(v)
          union all select version from attribution_versions v where shop_id = ${shop.shopId} and digest <> digest_of_rules(v)`);
        return rows;
      });
      expect(unlike).toEqual([]);
    },
  );
});

describe("a withdrawal", () => {
  it("is refused once its version has started", async () => {
    const { shopId, programId } = await makeFrozenShop();
    const late = { programId, version: 2, at, by: "Ada" };
    await expect(inTransaction((tx) => withdrawVersion(tx, shopId, late))).rejects.toMatchObject({
      cause: { message: expect.stringContaining("has started") as string },
    });
  });

  it("is named where somebody moved it past the start of its version", async () => {
    const shop = await makeFrozenShop();
    const { shopId, programId } = shop;
    const terms = (await findProgram(db(), shopId, programId))?.terms ?? null;
    const effectiveFrom = new Date("2026-03-15T12:00:00Z");
    await inTransaction(async (tx) => {
      await insertVersion(tx, { shopId, programId, version: 4, terms, at, effectiveFrom, by: "Ada" });
      await tx.update(programs).set({ version: 4 }).where(eq(programs.programId, programId));
      await withdrawVersion(tx, shopId, { programId, version: 4, at, by: "Ada" });
    });
    expect(await rowsNamed(shop)).toEqual([]);
    const set = { withdrawn_at: sql`${effectiveFrom.toISOString()}::timestamptz` };
    const falsified = { table: "withdrawn_versions", where: sql`version = 4`, set };
    expect(await withFalsified(shopId, falsified, () => firstNamed(shop))).toEqual({
      table: "withdrawn_versions",
      key: `${programId}:4`,
    });
  });
});

describe("a frozen row", () => {
  it("is missed where versions after it are there", async () => {
    const shop = await makeFrozenShop();
    await takeOut(shop.shopId, "program_versions", sql`version = 2`);
    await takeOut(shop.shopId, "attribution_versions", sql`version = 1`);
    expect(await rowsNamed(shop)).toEqual([
      { table: "program_versions", key: `${shop.programId}:2` },
      { table: "attribution_versions", key: "1" },
    ]);
  });

  it("is named that was put in past the triggers", async () => {
    const shop = await makeFrozenShop();
    const set = { version: sql`4` };
    await putIn(shop.shopId, { table: "program_versions", where: sql`version = 2`, set });
    await putIn(shop.shopId, { table: "attribution_versions", where: sql`version = 3`, set });
    expect(await rowsNamed(shop)).toEqual([
      { table: "program_versions", key: `${shop.programId}:4` },
      { table: "attribution_versions", key: "4" },
    ]);
  });
});
