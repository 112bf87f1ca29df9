import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { reportValuesWire } from "#app/contracts/report.ts";
import { findValues } from "#app/flows/reports/find-filter-values.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { askApi, requestAtPace } from "../../support/ask-api.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { makeReportedShop } from "../../support/reported-shop.ts";
import { statementsOf } from "../../support/statements-run.ts";

const days = "from=2026-03-01&to=2026-03-09";

let shop: Awaited<ReturnType<typeof makeReportedShop>>;
beforeAll(async () => {
  shop = await makeReportedShop();
  // Three hundred pages that everybody came by, and one that hardly anybody did.
  await db().execute(sql`
    insert into daily_dimension_figures (shop_id, dimension, value, day, currency, orders)
    select ${shop.shopId}, 'landing', '/pages/' || place, date '2026-03-05', 'USD', 5 from generate_series(1, 300) as place
    union all select ${shop.shopId}, 'landing', '/100%_wool', date '2026-03-05', 'USD', 1`);
}, 60_000);

const pathOf = (name: string, search: string, limit = 10) =>
  `/api/v1/reports/${name}/values?${days}&limit=${limit}&${new URLSearchParams({ search }).toString()}`;

const found = async (name: string, search: string) => {
  const { values } = reportValuesWire.strict().parse(await askApi(shop.token, pathOf(name, search)));
  return values.map(({ value }) => value);
};

describe("what a report can be narrowed to", () => {
  it("is told with its orders in all currencies, most first, so many as are asked for", async () => {
    const answer = await askApi(shop.token, `/api/v1/reports/countries/values?${days}&limit=2`);
    expect(answer).toEqual({
      values: [
        { value: "", name: null, orders: 3 },
        { value: "US", name: null, orders: 2 },
      ],
    });
  });

  it("is found however many others have more orders, its text taken literally", async () => {
    expect(await found("landing-pages", "")).not.toContain("/100%_wool");
    expect(await found("landing-pages", "WOOL")).toEqual(["/100%_wool"]);
    expect(await found("landing-pages", "0%_w")).toEqual(["/100%_wool"]);
    expect(await found("landing-pages", "_a")).toEqual([]);
  });

  it("is found by the name that the books have, or that people call it", async () => {
    expect(await found("products", "mug")).toEqual(["1"]);
    expect(await found("products", "2")).toEqual(["2"]);
    const { ben } = shop.people;
    expect(await found("affiliates", ben.code)).toEqual([ben.affiliateId]);
    expect(await found("programs", "dear")).toEqual([ben.programId]);
    expect(await found("links", shop.linkId)).toEqual([shop.linkId]);
    expect(await found("countries", "germ")).toEqual(["DE"]);
    expect(await found("countries", "unknown")).toEqual([""]);
    expect(await found("customers", "returning")).toEqual(["returning"]);
  });

  it("is a link by its name, its page, and how its address begins", async () => {
    await db().execute(sql`update links set name = 'Autumn mail', target = '/collections/rain'
      where shop_id = ${shop.shopId} and link_id = ${shop.linkId}`);
    const { rows } = await db().execute<{ code: string }>(sql`
      select code from referral_codes where shop_id = ${shop.shopId} and link_id = ${shop.linkId}`);
    for (const search of ["autumn", "collections/r", rows[0]?.code ?? ""]) {
      expect([search, await found("links", search)]).toEqual([search, [shop.linkId]]);
    }
  });

  it("is nobody else's", async () => {
    const other = await makeMerchant("read");
    expect(await askApi(other.token, pathOf("landing-pages", "wool"))).toEqual({ values: [] });
  });

  it("is refused at the field where the question is none", async () => {
    for (const [query, field] of [
      [`search=${"x".repeat(201)}`, "search"],
      ["limit=251", "limit"],
      ["from=2026-03-09&to=2026-03-01", "to"],
      ["from=1026-03-09&to=2026-03-01", "from"],
      ["product=1", "product"],
    ]) {
      const { status, text } = await requestAtPace(shop.token, `/api/v1/reports/links/values?${query}`);
      expect([query, status, text]).toEqual([query, 400, expect.stringContaining(`"${field}"`)]);
    }
    expect((await requestAtPace(shop.token, "/api/v1/reports/nothing/values")).status).toBe(404);
  });

  it("has the database's time limit, at one moment", async () => {
    const ran = await statementsOf(() => askApi(shop.token, pathOf("products", "mug")));
    const reads = ran.filter(({ text }) => /daily_dimension_figures/.test(text));
    expect(reads.map(({ within }) => within)).toEqual([{ isSnapshot: true, limitMs: 8000 }]);
  });

  it("says so where it takes too long", async () => {
    const answer = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table daily_dimension_figures in access exclusive mode`);
      const asked = { by: "link", days: { from: "2026-03-01", to: "2026-03-09" }, limit: 10 } as const;
      return await findValues(shop.shop, { ...asked, search: null }, 100);
    });
    expect(answer).toMatchObject({ refused: "unavailable" });
  });
});
