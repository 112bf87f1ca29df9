import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { affiliateListWire } from "#app/contracts/affiliate.ts";
import { encode } from "#app/contracts/wire.ts";
import { linkListWire } from "#app/contracts/link.ts";
import { type OrderWire, orderListWire } from "#app/contracts/order.ts";
import { programListWire } from "#app/contracts/program.ts";
import { type ReportFiguresWire, reportQuery, type ReportWire, reportWire } from "#app/contracts/report.ts";
import { columnLabel } from "#app/i18n/report-words.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { type ReportColumn, reportNames, type ReportName } from "#app/domain/report.ts";
import { figureUrls, ownClicksUrl, ownFigureUrl } from "#app/ui/admin/reports/report-figures.ts";
import { askApi, requestAtPace } from "../../support/ask-api.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makeReportedShop, reportDays } from "../../support/reported-shop.ts";
import { exportLoader } from "../../support/exported-file.ts";
import { wireOf } from "../../support/wire-of.ts";

type Shop = Awaited<ReturnType<typeof makeReportedShop>>;

const summed = ["orders", "revenue", "refunds", "net", "commission", "newCustomers"] as const;

let shop: Shop;
beforeAll(async () => {
  shop = await makeReportedShop();
}, 60_000);

const ask = (path: string, token = shop.token) => askApi(token, path);

const reportOf = async (name: ReportName, query: string): Promise<ReportWire> =>
  wireOf(reportWire, await ask(`/api/v1/reports/${name}?${query}&limit=250`));

/** The list behind a figure's address on the screen, as the API answers it. */
const listOf = async (url: string): Promise<readonly OrderWire[]> =>
  encode(orderListWire, orderListWire.parse(await ask(`${url.replace("/dashboard/", "/api/v1/")}&limit=250`)))
    .orders;

const number = (figure: ReportFiguresWire[ReportColumn]): bigint => {
  if (typeof figure === "number") return BigInt(figure);
  return figure ? parseDecimal(figure.amount, figure.currencyCode).minor : 0n;
};

const sumOf = (orders: readonly OrderWire[], column: (typeof summed)[number]): bigint =>
  orders.reduce((total, { part }) => total + number(part?.[column]), 0n);

const amounts: ReadonlySet<ReportColumn> = new Set(["revenue", "refunds", "net", "commission"]);
const isAmount = (column: ReportColumn) => amounts.has(column);

/** Sum of a column of the list's file. */
async function sumOfFile(url: string, column: (typeof summed)[number]): Promise<bigint> {
  const request = pageRequest(shop.token, url.replace("/orders?", "/export/orders.csv?"));
  const text = await (await exportLoader({ request, params: {}, context: {} })).text();
  const lines: Record<string, string>[] = parse(text, { columns: true, bom: true });
  return lines.reduce(
    (sum, line) => sum + parseDecimal(line[columnLabel(column)] ?? "", line["Currency"] ?? "").minor,
    0n,
  );
}

/** Compares every figure of a report with the sum of the list that it opens; answers how many orders were listed. */
async function compare(name: ReportName, filters: string): Promise<number> {
  const given = `from=${reportDays.from}&to=${reportDays.to}${filters}`;
  const report = await reportOf(name, given);
  const query = reportQuery.parse(Object.fromEntries(new URLSearchParams(given)));
  const urlOf = figureUrls({ name, query, days: report.days });
  const rows = [
    ...report.items.map((row) => ({ row, value: row.value })),
    ...report.totals.map((row) => ({ row, value: null })),
  ];
  let listed = 0;
  for (const { row, value } of rows) {
    for (const column of summed) {
      const orders = await listOf(urlOf(value, row.currencyCode, column) ?? "");
      const where = [name, filters, row.value, row.currencyCode, column];
      expect([...where, sumOf(orders, column)]).toEqual([...where, number(row.figures[column])]);
      const url = urlOf(null, row.currencyCode, column) ?? "";
      const inFile =
        value === null && isAmount(column) ? await sumOfFile(url, column) : sumOf(orders, column);
      expect([...where, inFile]).toEqual([...where, number(row.figures[column])]);
      // None is listed that has no part in the figure; of net, what was sold and came back is one.
      const parts = column === "net" ? (["revenue", "refunds"] as const) : [column];
      const others = orders.filter(({ part }) => parts.every((one) => number(part?.[one]) === 0n));
      expect([...where, others]).toEqual([...where, []]);
      listed += orders.length;
    }
  }
  return listed;
}

describe("every figure of a report is the sum of the list that it opens", () => {
  it.each(reportNames)(
    "in the report of %s",
    async (name) => {
      expect(await compare(name, "")).toBeGreaterThan(20);
    },
    60_000,
  );

  it("where the report is narrowed, by what it tells apart and by other things", async () => {
    expect(await compare("products", "&product=1")).toBeGreaterThan(10);
    expect(await compare("products", "&country=US")).toBeGreaterThan(5);
    expect(await compare("affiliates", "&product=2")).toBeGreaterThan(5);
    expect(await compare("channels", `&affiliate=${shop.affiliateId}&customer=`)).toBeGreaterThan(5);
    expect(await compare("countries", `&code=&link=${shop.linkId}`)).toBeGreaterThan(2);
  }, 60_000);

  it("where a ratio opens its numerator", async () => {
    const given = `from=${reportDays.from}&to=${reportDays.to}`;
    const { totals, days } = await reportOf("affiliates", given);
    const query = reportQuery.parse(Object.fromEntries(new URLSearchParams(given)));
    const urlOf = figureUrls({ name: "affiliates", query, days });
    const many = async (column: ReportColumn) => (await listOf(urlOf(null, "USD", column) ?? "")).length;
    const usd = totals.find((row) => row.currencyCode === "USD")?.figures;
    expect([await many("conversionRate"), await many("secondsToOrder")]).toEqual([2, 2]);
    expect([await many("averageOrder"), await many("effectiveRate")]).toEqual([usd?.orders, usd?.orders]);
    expect([urlOf(null, "USD", "clicks"), urlOf(null, "USD", "visitors")]).toEqual([null, null]);
  });
});

const clicksOf = async (url: string): Promise<number> => {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  const name = query.get("report") as ReportName;
  query.delete("report");
  const { totals } = await reportOf(name, query.toString());
  return totals.reduce((total, { figures }) => total + (figures.clicks ?? 0), 0);
};

describe("every figure of a page of its own", () => {
  it("is the sum of what it opens: of affiliates", async () => {
    const answer = affiliateListWire.parse(await ask("/api/v1/affiliates"));
    const all = encode(affiliateListWire, answer).affiliates;
    expect(all.map(({ figures }) => figures.clicks > 0)).toEqual([true, true]);
    for (const { id, createdAt, figures } of all) {
      const own = { affiliate: id };
      const { revenue, commission, orders, clicks } = figures;
      const sums = await Promise.all([
        listOf(ownFigureUrl(own, "net", revenue.currencyCode)).then((one) => sumOf(one, "net")),
        listOf(ownFigureUrl(own, "commission", revenue.currencyCode)).then((one) => sumOf(one, "commission")),
        listOf(ownFigureUrl(own, "orders")).then((one) => sumOf(one, "orders")),
        clicksOf(ownClicksUrl(own, createdAt)),
      ]);
      expect(sums).toEqual([number(revenue), number(commission), BigInt(orders), clicks]);
    }
  });

  it("is the sum of what it opens: of programs and links", async () => {
    const answer = programListWire.parse(await ask("/api/v1/programs"));
    const { programs } = encode(programListWire, answer);
    expect(programs.every(({ figures }) => figures.orders > 0)).toBe(true);
    for (const { id, figures } of programs) {
      const own = { program: id };
      const { revenue, commission, orders } = figures;
      const sums = await Promise.all([
        listOf(ownFigureUrl(own, "net", revenue.currencyCode)).then((one) => sumOf(one, "net")),
        listOf(ownFigureUrl(own, "commission", revenue.currencyCode)).then((one) => sumOf(one, "commission")),
        listOf(ownFigureUrl(own, "orders")).then((one) => sumOf(one, "orders")),
      ]);
      expect(sums).toEqual([number(revenue), number(commission), BigInt(orders)]);
    }
    const { links } = encode(linkListWire, linkListWire.parse(await ask("/api/v1/links")));
    expect(links.map(({ figures }) => figures)).toEqual([{ clicks: 3, orders: 2 }]);
    for (const { id, createdAt, figures } of links) {
      const orders = sumOf(await listOf(ownFigureUrl({ link: id }, "orders")), "orders");
      expect([await clicksOf(ownClicksUrl({ link: id }, createdAt)), orders]).toEqual([
        figures.clicks,
        BigInt(figures.orders),
      ]);
    }
  });
});

describe("the list of orders", () => {
  it("is narrowed by what reports tell apart without any days too", async () => {
    const names = async (query: string) => (await listOf(`/api/v1/orders?${query}`)).length;
    expect(await names(`program=${shop.people.ben.programId}`)).toBe(4);
    expect(await names("country=DE")).toBe(2);
    expect(await names("product=2&currency=USD")).toBe(2);
    expect(await names("country=DE&from=2026-03-01")).toBe(1);
    expect((await listOf("/api/v1/orders?country=DE"))[0]?.part).toBeUndefined();
  });

  it("answers for no figure of another shop", async () => {
    const stranger = await makeMerchant();
    const query = `figure=revenue&affiliate=${shop.affiliateId}&program=${shop.programId}&link=${shop.linkId}`;
    expect(await ask(`/api/v1/orders?${query}`, stranger.token)).toMatchObject({ orders: [] });
  });

  it.each([
    ["figure=clicks", "figure"],
    ["figure=constructor", "figure"],
    ["share=code", "share"],
    ["currency=usd", "currency"],
    ["customer=old", "customer"],
    [`landing=${"x".repeat(201)}`, "landing"],
    ["figure=net&from=2026-03-02&to=2026-03-01", "to"],
  ])("refuses %s at its field", async (query, field) => {
    const { status, fields } = await requestAtPace(shop.token, `/api/v1/orders?${query}`);
    expect([status, fields]).toEqual([400, [field]]);
  });
});
