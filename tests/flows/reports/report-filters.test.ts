import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { refuse } from "#app/domain/refusal.ts";
import { type ReportFilter, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { type Report, readReport, type ReportInput } from "#app/flows/reports/read-report.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { isKept, listReportDays } from "#app/store/report-sums.ts";
import { chanceOf } from "../../histories/random.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makeReportedShop, reportDays } from "../../support/reported-shop.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { makeRichBooks } from "../ledger/rich-books.ts";

type Shop = Pick<SellingShop, "shopId">;
type Row = Report["rows"][number];

const question: Omit<ReportInput, "name" | "filter"> = {
  days: { from: "2026-01-01", to: "2026-12-31" },
  compare: null,
  sort: "value",
  descending: false,
  page: 1,
  limit: 250,
};

async function read({ shopId }: Shop, name: ReportName, filter: ReportFilter, days?: DaySpan) {
  const report = await readReport(
    { shopId, timeZone: "UTC" },
    { ...question, ...(days && { days }), name, filter },
  );
  if ("refused" in report) throw new Error(report.reason.code);
  return report;
}

/** Figures that both orders and rollups have. */
const counted = ({ figures }: Row) => [
  figures.orders,
  figures.revenueMinor,
  figures.refundsMinor,
  figures.netMinor,
  figures.commissionMinor,
  figures.newCustomers,
];

/** Rows of several reports added up by value and currency; what comes to nothing is left away. */
function added(all: readonly (readonly Row[])[]) {
  const sums = new Map<string, (number | bigint)[]>();
  for (const row of all.flat()) {
    const key = `${row.value} ${row.currency}`;
    const known = sums.get(key);
    const own = counted(row);
    sums.set(key, known ? known.map((one, place) => plus(one, own[place] ?? 0)) : own);
  }
  const something = [...sums].filter(([, sum]) => sum.some((one) => Number(one) !== 0));
  return Object.fromEntries(something.map(([key, sum]) => [key, sum.map(Number)]));
}

const plus = (one: number | bigint, other: number | bigint): number | bigint =>
  typeof one === "bigint" ? one + BigInt(other) : one + Number(other);

/** Each report narrowed to each country after another, which orders answer, beside the kept one. */
async function compareWithOrders(shop: Shop, days?: DaySpan): Promise<number> {
  const countries = (await read(shop, "countries", {}, days)).rows.map(({ value }) => value);
  let compared = 0;
  for (const name of reportNames.filter((one) => one !== "countries")) {
    const whole = await read(shop, name, {}, days);
    const parts = await Promise.all(
      [...new Set(countries)].map((country) => {
        expect(isKept({ by: reports[name], days: question.days, filter: { country } })).toBe(false);
        return read(shop, name, { country }, days);
      }),
    );
    expect([name, added(parts.map(({ rows }) => rows))]).toEqual([name, added([whole.rows])]);
    expect([name, added(parts.map(({ totals }) => totals))]).toEqual([name, added([whole.totals])]);
    compared += whole.rows.length;
  }
  return compared;
}

const netOf = (of: readonly { orders: number; netMinor: bigint }[]) => ({
  orders: of.reduce((total, one) => total + one.orders, 0),
  netMinor: of.reduce((total, one) => total + one.netMinor, 0n),
});

describe("reports that are narrowed", () => {
  let shop: Awaited<ReturnType<typeof makeReportedShop>>;
  beforeAll(async () => {
    shop = await makeReportedShop();
  }, 60_000);

  it("give equal sums from orders and from rollups, for all days and for some", async () => {
    expect(await compareWithOrders(shop)).toBeGreaterThan(20);
    expect(await compareWithOrders(shop, reportDays)).toBeGreaterThan(20);
    expect(await compareWithOrders(shop, { from: "2026-03-08", to: "2026-03-08" })).toBeGreaterThan(10);
  });

  it("add up to the same day by day, from orders too", async () => {
    const filter = { country: "US" };
    const days = await listReportDays(db(), shop.shopId, { by: "affiliate", days: reportDays, filter });
    const { totals } = await read(shop, "affiliates", filter, reportDays);
    expect(netOf(days)).toEqual(netOf(totals.map(({ figures }) => figures)));
    expect(days.length).toBeGreaterThan(0);
  });

  it("add up so where orders were denied, given away, refunded and restored", async () => {
    expect(await compareWithOrders(await makeRichBooks())).toBeGreaterThan(10);
  }, 60_000);

  it("give a value's own row, however it is requested", async () => {
    for (const name of reportNames) {
      const by = reports[name];
      const { rows } = await read(shop, name, {}, reportDays);
      for (const value of new Set(rows.map((row) => row.value))) {
        const own = rows.filter((row) => row.value === value);
        const alone = await read(shop, name, { [by]: value }, reportDays);
        expect([name, alone.rows]).toEqual([name, own]);
        if (by === "product") continue;
        const ofOthers = await read(
          shop,
          by === "channel" ? "codes" : "channels",
          { [by]: value },
          reportDays,
        );
        const total = ofOthers.totals.map((row) => ({ ...row, value }));
        expect([name, value, added([total])]).toEqual([name, value, added([own])]);
      }
    }
  });

  it("filter affiliates and programs by each other from rollups", async () => {
    const { ada, ben } = shop.people;
    for (const [name, filter, value] of [
      ["programs", { affiliate: ada.affiliateId }, ada.programId],
      ["affiliates", { program: ben.programId }, ben.affiliateId],
    ] as const) {
      const whole = await read(shop, name, {}, reportDays);
      const narrowed = await read(shop, name, filter, reportDays);
      expect(added([narrowed.rows])).toEqual(added([whole.rows.filter((row) => row.value === value)]));
      expect(narrowed.rows.map(({ figures }) => figures.clicks)).toEqual(narrowed.rows.map(() => null));
    }
  });

  it("count whole orders that have a product, but in the product report only that product", async () => {
    const ofPots = await read(shop, "affiliates", { product: "2" }, reportDays);
    expect(ofPots.totals.map(counted)).toEqual([[2, 5500n, 3000n, 2500n, 250n, 0]]);
    const pots = await read(shop, "products", { product: "2", channel: "pos" }, reportDays);
    expect(pots.rows.map((row) => [row.value, ...counted(row)])).toEqual([["2", 1, 770n, 0n, 770n, 77n, 0]]);
    expect(added([pots.totals.map((row) => ({ ...row, value: "2" }))])).toEqual(added([pots.rows]));
  });

  it("have nothing of a value that nothing has, and nothing of another shop", async () => {
    const other = await makeSellingShop();
    for (const filter of [{ code: "none" }, { affiliate: shop.affiliateId }, { link: shop.linkId }]) {
      for (const name of reportNames) {
        const asked = filter.code === undefined ? other : shop;
        expect(await read(asked, name, filter)).toMatchObject({ rows: [], totals: [], total: 0 });
      }
    }
  });
});

/** Many orders of chance: two currencies, refunds in part, three affiliates, some orders of nobody. */
async function soldByChance(seed: number) {
  const chance = chanceOf(seed);
  const shop = await makeSellingShop({ timeZone: chance.pick(["America/New_York", "Pacific/Auckland"]) });
  const people = [shop, await addAffiliate(shop), await addAffiliate(shop)];
  for (let count = 0; count < 40; count += 1) {
    const [day, hour] = [chance.int(1, 9), chance.int(0, 23)].map((one) => String(one).padStart(2, "0"));
    const currency = chance.pick(["USD", "USD", "KWD"]);
    const price = `${chance.int(1, 90)}.${chance.int(10, 99)}`;
    const quantity = chance.int(1, 3);
    const body = {
      ...orderBody({
        createdAt: `2026-03-${day}T${hour}:30:00Z`,
        currency,
        price,
        quantity,
        ...(chance.is(0.9) && { ref: chance.pick(people).code }),
      }),
      source_name: chance.pick(["web", "pos", "app"]),
      shipping_address: chance.is(0.5) ? { country_code: chance.pick(["DE", "US"]) } : null,
    };
    await deliver(shop, "orders/create", body);
    if (!chance.is(0.4)) continue;
    const back = {
      amount: price,
      currency,
      at: `2026-03-09T${String(chance.int(0, 23)).padStart(2, "0")}:40:00Z`,
    };
    await deliver(shop, "refunds/create", refundBody(body.id, back));
  }
  await emptyInbox();
  return { shop, affiliateIds: people.map((one) => one.affiliateId) };
}

describe.each([1, 2, 3])("orders of chance, seed %i", (seed) => {
  it("come to the same in every report, in the orders and in the ledger", async () => {
    const { shop, affiliateIds } = await soldByChance(seed);
    const ledger: Record<string, bigint> = {};
    for (const one of [...(await balancesOf(db(), shop.shopId, affiliateIds)).values()].flat()) {
      ledger[one.currency] = (ledger[one.currency] ?? 0n) + one.pendingMinor + one.payableMinor;
    }
    expect(Object.keys(ledger).toSorted()).toEqual(["KWD", "USD"]);
    for (const name of reportNames) {
      const { rows, totals } = await read(shop, name, {});
      const commissions = totals.map((one) => [one.currency, one.figures.commissionMinor]);
      expect([name, Object.fromEntries(commissions)]).toEqual([name, ledger]);
      const nameless = rows.map((row) => ({ ...row, value: "" }));
      expect([name, added([nameless])]).toEqual([name, added([totals])]);
    }
    expect(await compareWithOrders(shop)).toBeGreaterThan(10);
    expect(await compareWithOrders(shop, { from: "2026-03-04", to: "2026-03-09" })).toBeGreaterThan(10);
  }, 60_000);
});

describe("a report that takes too long", () => {
  it.for<[filter: ReportFilter, what: "filtered_report" | "report"]>([
    [{}, "report"],
    [{ channel: "web" }, "filtered_report"],
  ])("is ended by the database, which answers the next one (%j)", async ([filter, what]) => {
    const { shopId } = await makeSellingShop();
    const asked: ReportInput = { ...question, name: "codes", filter };
    const answer = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table daily_dimension_figures, orders in access exclusive mode`);
      return { of: await readReport({ shopId, timeZone: "UTC" }, asked, 100) };
    });
    expect(answer.of).toEqual(refuse("unavailable", { code: "took_too_long", what, seconds: 0.1 }));
    expect(await readReport({ shopId, timeZone: "UTC" }, asked, 5000)).toMatchObject({
      rows: [],
      totals: [],
    });
  });
});
