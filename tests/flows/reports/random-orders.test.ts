import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dashboardWire } from "#app/contracts/dashboard.ts";
import { orderListWire } from "#app/contracts/order.ts";
import { type ReportFiguresWire, reportQuery, type ReportWire, reportWire } from "#app/contracts/report.ts";
import { encode } from "#app/contracts/wire.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { type ReportColumn, type ReportName, reportNames } from "#app/domain/report.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { orders } from "#app/store/schema/orders.ts";
import { figureUrls } from "#app/ui/admin/reports/report-figures.ts";
import { localDays } from "../../model/local-days.ts";
import { countedOf } from "../../model/sales.ts";
import { askApi } from "../../support/ask-api.ts";
import { instants } from "../../support/random-orders.ts";
import { makeRandomShop, minorOf, type RandomShop, randomYear } from "../../support/random-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

const seeds = [11, 12, 13];
const dayOf = localDays("America/New_York");
const days = [...new Set(instants.map(dayOf))].toSorted();

const reportOf = async (
  { token }: RandomShop,
  name: ReportName,
  { from, to }: DaySpan,
): Promise<ReportWire> =>
  wireOf(reportWire, await askApi(token, `/api/v1/reports/${name}?from=${from}&to=${to}&limit=250`));

const numberOf = (figure: ReportFiguresWire[ReportColumn]): bigint => {
  if (typeof figure === "number") return BigInt(figure);
  return figure ? minorOf(figure) : 0n;
};

/** Sales, refunds and net of each day by currency, calculated by the model from the orders' facts. */
async function modelOf({ shopId }: RandomShop) {
  const sums = new Map<string, bigint>();
  for (const row of await db().select().from(orders).where(eq(orders.shopId, shopId))) {
    const facts = readFacts(row.facts);
    if (!row.credited || facts.test) continue;
    for (const { day, minor } of countedOf(facts, 0n, dayOf).sales) {
      const key = `${day} ${row.currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + minor);
    }
  }
  return sums;
}

const summed = ["orders", "revenue", "refunds", "net", "commission", "newCustomers"] as const;
const figuresOf = ({ figures }: ReportWire["totals"][number]) => summed.map((one) => numberOf(figures[one]));
const totalsOf = ({ totals }: ReportWire) =>
  Object.fromEntries(totals.map((row) => [row.currencyCode, figuresOf(row)]));

/** A figure's list, added up by what each order has of it. */
async function listed({ token }: RandomShop, url: string, column: (typeof summed)[number]): Promise<bigint> {
  const answer = await askApi(token, `${url.replace("/dashboard/", "/api/v1/")}&limit=250`);
  const list = encode(orderListWire, orderListWire.parse(answer));
  return list.orders.reduce((sum, { part }) => sum + numberOf(part?.[column]), 0n);
}

const happened = new Map<string, number>();

describe.each(seeds)("random orders (seed %i)", (seed) => {
  it("is counted in every report on its day, and each figure is the sum of its list", async () => {
    const shop = await makeRandomShop(seed);
    for (const [what, count] of shop.counts) happened.set(what, (happened.get(what) ?? 0) + count);
    const { differences } = await verifyShop(shop.shopId);
    expect(differences.map(differenceText)).toEqual([]);

    const model = await modelOf(shop);
    for (const day of days) {
      const span = { from: day, to: day };
      const { totals } = await reportOf(shop, "affiliates", span);
      const found = totals.map(({ currencyCode, figures }) => [currencyCode, numberOf(figures.net)] as const);
      for (const currency of ["USD", "JPY"]) {
        const net = found.find(([one]) => one === currency)?.[1] ?? 0n;
        expect([day, currency, net]).toEqual([day, currency, model.get(`${day} ${currency}`) ?? 0n]);
      }
    }
    await compareReports(shop, randomYear);
    const [from = "", to = ""] = [shop.chance.pick(days), shop.chance.pick(days)].toSorted();
    await compareReports(shop, { from, to });
    await compareDashboard(shop, { from, to });
  }, 240_000);
});

const money = ["revenue", "refunds", "net", "commission"] as const;

/** All reports have one total, that of products is its rows' too, and what a figure opens adds up to it. */
async function compareReports(shop: RandomShop, span: DaySpan): Promise<void> {
  const whole = totalsOf(await reportOf(shop, "affiliates", span));
  for (const name of reportNames) {
    const report = await reportOf(shop, name, span);
    expect([name, totalsOf(report)]).toEqual([name, whole]);
    for (const { currencyCode, figures } of report.totals) {
      const own = report.items.filter((row) => row.currencyCode === currencyCode);
      for (const column of money) {
        const sum = own.reduce((all, row) => all + numberOf(row.figures[column]), 0n);
        expect([name, column, sum]).toEqual([name, column, numberOf(figures[column])]);
      }
    }
    await compareLists(shop, report);
  }
}

/** Some figures of any row, and what they open. */
async function compareLists(shop: RandomShop, { name, days: span, items }: ReportWire): Promise<void> {
  if (items.length === 0) return;
  const urlOf = figureUrls({ name, query: reportQuery.parse({ ...span }), days: span });
  const { value, currencyCode, figures } = shop.chance.pick(items);
  for (const column of shop.chance.some(summed, 0.5)) {
    const url = urlOf(value, currencyCode, column) ?? "";
    expect([url, await listed(shop, url, column)]).toEqual([url, numberOf(figures[column])]);
  }
}

/** The dashboard of some days has the figures of the report of these days. */
async function compareDashboard(shop: RandomShop, span: DaySpan): Promise<void> {
  const stats = `/api/v1/dashboard/stats?from=${span.from}&to=${span.to}&by=month`;
  const { performance } = wireOf(dashboardWire, await askApi(shop.token, stats));
  const { totals } = await reportOf(shop, "affiliates", span);
  const usd = totals.find(({ currencyCode }) => currencyCode === "USD")?.figures;
  const { orders: count, revenue, refunds, commission } = performance.total;
  expect([minorOf(revenue), minorOf(refunds), minorOf(commission)]).toEqual([
    numberOf(usd?.net),
    numberOf(usd?.refunds),
    numberOf(usd?.commission),
  ]);
  expect(BigInt(count)).toBe(totals.reduce((sum, { figures }) => sum + numberOf(figures.orders), 0n));
}

it("each of it happened", () => {
  const all = [
    "order in USD",
    "order in JPY",
    "test order",
    "edit",
    "cancellation",
    "deletion",
    "refund of goods",
    "refund of an amount",
    "further refund of goods",
    "further refund of an amount",
    "reassignment",
    "denial",
    "adjustment",
    "addition",
  ];
  expect(all.filter((what) => (happened.get(what) ?? 0) === 0)).toEqual([]);
});
