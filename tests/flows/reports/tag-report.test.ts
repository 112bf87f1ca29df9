import { beforeAll, expect, it } from "vitest";
import type { ReportFilter, ReportName } from "#app/domain/report.ts";
import { readReport } from "#app/flows/reports/read-report.ts";
import { readOrders } from "#app/flows/orders/read-orders.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { addTags } from "#app/store/tags.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { sell } from "../../support/sold-under.ts";

const now = new Date("2026-02-01T00:00:00Z");
let shop: SellingShop;

async function read(name: ReportName, filter: ReportFilter = {}) {
  const days = { from: "2026-03-01", to: "2026-03-31" };
  const paging = { sort: "value", descending: false, page: 1, limit: 50 } as const;
  const report = await readReport(
    { shopId: shop.shopId, timeZone: "UTC" },
    { name, days, compare: null, filter, ...paging },
  );
  if ("refused" in report) throw new Error(report.reason.code);
  return report;
}

const sums = (rows: Awaited<ReturnType<typeof read>>["rows"]) =>
  rows.map(({ value, name, figures }) => [
    value,
    name,
    figures.orders,
    figures.netMinor,
    figures.commissionMinor,
  ]);

beforeAll(async () => {
  shop = await makeSellingShop();
  const { shopId } = shop;
  const [ben, cleo] = [await addAffiliate(shop), await addAffiliate(shop)];
  const tags = [
    [shop.affiliateId, ["VIP", "Blog"]],
    [ben.affiliateId, ["blog"]],
  ] as const;
  for (const [affiliateId, own] of tags) {
    await inTransaction((tx) => addTags(tx, { shopId, affiliateId, tags: own, now }));
  }
  for (const [code, price] of [
    [shop.code, "100.00"],
    [ben.code, "50.00"],
    [cleo.code, "30.00"],
  ] as const) {
    await sell(shop, { ref: code, price, createdAt: "2026-03-02T10:00:00Z" });
  }
});

it("counts an affiliate under each of their tags, and once in the total", async () => {
  const { rows, totals } = await read("tags");
  expect(sums(rows)).toEqual([
    ["", null, 1, 3000n, 300n],
    ["blog", "Blog", 2, 15_000n, 1500n],
    ["vip", "VIP", 1, 10_000n, 1000n],
  ]);
  expect(sums(totals)).toEqual([["", null, 3, 18_000n, 1800n]]);
});

it("narrows other reports and their totals to a tag, or to affiliates without one", async () => {
  const blog = await read("affiliates", { tag: "blog" });
  expect([blog.rows.length, ...sums(blog.totals)]).toEqual([2, ["", null, 2, 15_000n, 1500n]]);
  expect(sums((await read("products", { tag: "vip" })).totals)).toEqual([["", null, 1, 10_000n, 1000n]]);
  expect(sums((await read("programs", { tag: "" })).totals)).toEqual([["", null, 1, 3000n, 300n]]);
});

it("shows all tags of the affiliates in a filter's tag once in the total", async () => {
  const { rows, totals } = await read("tags", { program: shop.programId });
  expect(rows).toHaveLength(3);
  expect(sums(totals)).toEqual([["", null, 3, 18_000n, 1800n]]);
  const own = await read("tags", { tag: "blog" });
  expect(sums(own.rows)).toEqual([["blog", "Blog", 2, 15_000n, 1500n]]);
  expect(sums(own.totals)).toEqual([["", null, 2, 15_000n, 1500n]]);
});

it("opens the orders of a tag", async () => {
  const found = await readOrders(shop.shopId, {
    counted: { filter: { tag: "vip" }, days: {}, isShare: false },
    sort: "newest",
    page: 1,
    limit: 10,
    after: undefined,
  });
  if ("refused" in found) throw new Error(found.reason.code);
  expect([found.orders.length, found.total]).toEqual([1, 1]);
});
