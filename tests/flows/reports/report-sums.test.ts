import { beforeAll, describe, expect, it } from "vitest";
import { orderListWire } from "#app/contracts/order.ts";
import { type ReportFiguresWire, type ReportRowWire, reportWire } from "#app/contracts/report.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { type ReportColumn, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { askApi } from "../../support/ask-api.ts";
import { type Counted, makeReportedShop, type noCounts, reportDays } from "../../support/reported-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

let shop: Awaited<ReturnType<typeof makeReportedShop>>;
beforeAll(async () => {
  shop = await makeReportedShop();
}, 60_000);

const days = `from=${reportDays.from}&to=${reportDays.to}`;

const ask = (path: string) => askApi(shop.token, `/api/v1/${path}`);

const reportOf = async (name: ReportName, query: string) =>
  wireOf(reportWire, await ask(`reports/${name}?limit=250&${query}`));

/** Figures of a row as numbers, money in minor units. */
const numbers = (figures: ReportFiguresWire) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, one]) => [
      name,
      typeof one === "object" && one ? Number(parseDecimal(one.amount, one.currencyCode).minor) : one,
    ]),
  );

const rowOf = ({ value, currencyCode, figures }: ReportRowWire) => [value, currencyCode, numbers(figures)];
const byKey = (one: readonly unknown[], other: readonly unknown[]) =>
  String(one.slice(0, 2)) < String(other.slice(0, 2)) ? -1 : 1;

type Span = { readonly from: string; readonly to: string };

type KeysOf = (one: Counted) => readonly (string | undefined)[];

/** Sums of all that the shop counted, by the values of `keysOf`; '' for totals. */
function expected(columns: readonly ReportColumn[], { from, to }: Span, keysOf: KeysOf) {
  const groups = new Map<string, Counted[]>();
  for (const one of shop.counted.filter(({ day }) => day >= from && day <= to)) {
    for (const value of keysOf(one)) {
      if (value === undefined) continue;
      const key = `${value}\n${one.currency}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
  }
  return [...groups]
    .map(([key, all]) => {
      const figures = figuresOf(all, keysOf === tagKeys);
      return [...key.split("\n"), Object.fromEntries(columns.map((name) => [name, figures[name]]))];
    })
    .toSorted(byKey);
}

const per = (part: number, whole: number) => (whole > 0 ? Math.round(part / whole) : null);
const rate = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 10_000;

/** A visitor of two affiliates on a day is one of the shop, and two of a tag that both have. */
function figuresOf(all: readonly Counted[], isOfTag = false): Record<ReportColumn, number | null> {
  const sum = (name: keyof typeof noCounts) => all.reduce((total, one) => total + (one[name] ?? 0), 0);
  const [orders, revenue, commission] = [sum("orders"), sum("revenue"), sum("commission")];
  const visited = all.flatMap(({ day, visitor, values: { affiliate = "" } }) =>
    visitor ? [`${day} ${visitor} ${isOfTag ? affiliate : ""}`] : [],
  );
  const visitors = new Set(visited).size;
  const net = revenue - sum("refunds");
  return {
    clicks: sum("clicks"),
    visitors,
    orders,
    conversionRate: visitors > 0 ? rate(sum("clickOrders"), visitors) : 0,
    revenue,
    refunds: sum("refunds"),
    net,
    commission,
    effectiveRate: net > 0 ? rate(commission, net) : null,
    averageOrder: per(revenue, orders),
    earningsPerClick: per(commission, sum("clicks")),
    newCustomers: sum("newCustomers"),
    secondsToOrder: sum("timedOrders") > 0 ? Math.floor(sum("clickSeconds") / sum("timedOrders")) : null,
  };
}

const tagKeys: KeysOf = (one) => (one.isOfProduct ? [] : shop.tagKeysOf(one));
const keysIn = (name: ReportName): KeysOf => {
  if (name === "tags") return tagKeys;
  return (one) => (one.isOfProduct === (name === "products") ? [one.values[reports[name]]] : []);
};
const total = (one: Counted) => (one.isOfProduct ? [] : [""]);

const spans: readonly Span[] = [
  reportDays,
  { from: "2026-03-08", to: "2026-03-08" },
  { from: "2026-02-01", to: "2026-02-28" },
  { from: "2026-03-10", to: "2026-03-10" },
  { from: "2025-01-01", to: "2025-12-31" },
];

describe.each(reportNames)("the report of %s", (name) => {
  it("has the sums of the sales, refunds and clicks of its days", async () => {
    for (const span of spans) {
      const report = await reportOf(name, `from=${span.from}&to=${span.to}`);
      const own = expected(report.columns, span, keysIn(name));
      expect(report.items.map(rowOf).toSorted(byKey)).toEqual(own);
      expect(report.totals.map(rowOf)).toEqual(expected(report.columns, span, total));
      expect(report.pagination.total).toBe(own.length);
    }
  });

  it.each([
    ["previous", { from: "2026-02-20", to: "2026-02-28" }],
    ["year", { from: "2025-03-01", to: "2025-03-09" }],
  ] as const)("compared with %s days has the sums of these next to its own", async (compare, span) => {
    const report = await reportOf(name, `${days}&compare=${compare}`);
    expect([report.compared, report.days]).toEqual([span, reportDays]);
    for (const [rows, keysOf] of [
      [report.items, keysIn(name)],
      [report.totals, total],
    ] as const) {
      expect(rows.length).toBeGreaterThan(0);
      const before = expected(report.columns, span, keysOf);
      for (const row of rows) {
        const known = before.find((one) => one[0] === row.value && one[1] === row.currencyCode);
        const nothing = Object.fromEntries(report.columns.map((column) => [column, figuresOf([])[column]]));
        expect([row.value, row.before && numbers(row.before)]).toEqual([row.value, known?.[2] ?? nothing]);
      }
    }
  });

  it("sorts by each of its columns, either way, what has no figure last", async () => {
    const { columns } = await reportOf(name, days);
    for (const sort of columns) {
      for (const order of ["asc", "desc"] as const) {
        const { items } = await reportOf(name, `${days}&sort=${sort}&order=${order}`);
        const isMoney = items.some(({ figures }) => typeof figures[sort] === "object" && figures[sort]);
        const currencies = isMoney ? ["JPY", "USD"] : [null];
        const sorted = currencies.map((currency) =>
          items
            .filter(({ currencyCode }) => currency === null || currencyCode === currency)
            .map(({ figures }) => numbers(figures)[sort] as number | null),
        );
        for (const column of sorted) expect([sort, column]).toEqual([sort, inOrder(column, order)]);
        const found = items.map(currencyOf);
        expect([sort, found]).toEqual([sort, isMoney ? found.toSorted() : found]);
      }
    }
    const { items } = await reportOf(name, `${days}&sort=value&order=asc`);
    expect(items.map(({ value }) => value)).toEqual(items.map(({ value }) => value).toSorted());
  });

  it("comes in pages that are the whole", async () => {
    const whole = await reportOf(name, days);
    const { length } = whole.items;
    const pages = [];
    for (let page = 1; page <= length + 1; page += 1) {
      pages.push(
        wireOf(reportWire, await ask(`reports/${name}?${days}&compare=previous&limit=1&page=${page}`)),
      );
    }
    expect(pages.flatMap(({ items }) => items.map(rowOf))).toEqual(whole.items.map(rowOf));
    expect(pages.map(({ pagination }) => pagination.total)).toEqual(pages.map(() => length));
    for (const { totals } of pages) expect(totals.map(rowOf)).toEqual(whole.totals.map(rowOf));
  });
});

const namesOf = async (name: ReportName) =>
  Object.fromEntries((await reportOf(name, days)).items.map((one) => [one.value, one.name]));

async function having(column: ReportColumn): Promise<ReportName[]> {
  const all = await Promise.all(reportNames.map((name) => reportOf(name, days)));
  return all.filter(({ columns }) => columns.includes(column)).map(({ name }) => name);
}

const currencyOf = ({ currencyCode }: ReportRowWire) => currencyCode;

const keyed = (rows: readonly (readonly unknown[])[]) =>
  Object.fromEntries(rows.map(([value, currency, what]) => [`${String(value)} ${String(currency)}`, what]));

function inOrder(all: readonly (number | null)[], order: "asc" | "desc"): (number | null)[] {
  const known = all.filter((one) => one !== null).toSorted((a, b) => (order === "asc" ? a - b : b - a));
  return [...known, ...all.filter((one) => one === null)];
}

describe("reports", () => {
  it("agree with the list of orders of each day", async () => {
    for (let date = 1; date <= 9; date += 1) {
      const span = `from=2026-03-0${date}&to=2026-03-0${date}`;
      const { orders } = orderListWire.parse(await ask(`orders?status=credited&limit=250&${span}`));
      const { totals } = await reportOf("affiliates", span);
      expect(totals.reduce((sum, { figures }) => sum + (figures.orders ?? 0), 0)).toBe(orders.length);
      for (const { currencyCode, figures } of totals) {
        const own = orders.filter(({ revenue }) => revenue.currency === currencyCode);
        const sum = own.reduce((all, { commission }) => all + commission.minor, 0n);
        expect([span, figures.commission && numbers(figures)["commission"]]).toEqual([span, Number(sum)]);
      }
    }
  });

  it("compare with what only the other days had", async () => {
    const report = await reportOf("affiliates", "from=2027-03-01&to=2027-03-09&compare=year");
    const before = expected(report.columns, reportDays, total);
    expect(
      report.totals.map((row) => [row.value, row.currencyCode, row.before && numbers(row.before)]),
    ).toEqual(before);
    expect(report.totals.map(({ figures }) => figures.orders)).toEqual([0, 1]);
    const whose = expected(report.columns, reportDays, (one) =>
      one.isOfProduct ? [] : [one.values.affiliate],
    );
    const shown = report.items.map((row) => [row.value, row.currencyCode, row.before && numbers(row.before)]);
    expect(keyed(shown)).toEqual(keyed(whose));
    expect(shown).toHaveLength(whose.length);
  });

  it("name affiliates, programs, links and products", async () => {
    const { ada, ben } = shop.people;
    expect(await namesOf("affiliates")).toEqual({
      [ada.affiliateId]: `Affiliate ${ada.code}`,
      [ben.affiliateId]: `Affiliate ${ben.code}`,
    });
    expect(await namesOf("programs")).toEqual({
      [ada.programId]: "Partners",
      [ben.programId]: "Dear partners",
    });
    expect(await namesOf("links")).toEqual({ "": null, [shop.linkId]: "Mail" });
    expect(await namesOf("products")).toEqual({ 1: "Mug", 2: "Pot" });
    expect(await namesOf("tags")).toEqual({ blog: "Blog", vip: "VIP" });
    expect(await namesOf("countries")).toEqual({ "": null, DE: null, JP: null, US: null });
  });

  it("answer the columns that are asked for, in their own order", async () => {
    const report = await reportOf("links", `${days}&columns=net,clicks,net`);
    expect(report.columns).toEqual(["clicks", "net"]);
    expect(new Set(report.items.map(({ figures }) => String(Object.keys(figures))))).toEqual(
      new Set(["clicks,net"]),
    );
  });

  it("have clicks, visitors and conversion where clicks are told apart", async () => {
    for (const column of ["clicks", "visitors", "conversionRate"] as const) {
      expect(await having(column)).toEqual(["affiliates", "tags", "links", "sub-ids", "landing-pages"]);
    }
  });
});
