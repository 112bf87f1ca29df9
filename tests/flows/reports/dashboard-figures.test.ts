import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { affiliateListWire } from "#app/contracts/affiliate.ts";
import { type BestWire, dashboardWire, type PeriodWire } from "#app/contracts/dashboard.ts";
import { orderListWire } from "#app/contracts/order.ts";
import { reportWire } from "#app/contracts/report.ts";
import { parseDecimal } from "#app/domain/money.ts";
import type { ReportName } from "#app/domain/report.ts";
import { readPerformance } from "#app/flows/reports/read-performance.ts";
import { type Figure, figureUrl, valueUrl } from "#app/ui/admin/dashboard/figure-urls.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { accepted } from "../../support/accepted.ts";
import { askApi, requestAtPace } from "../../support/ask-api.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { statementsOf } from "../../support/statements-run.ts";
import { type Counted, makeReportedShop, type noCounts, reportDays } from "../../support/reported-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

let shop: Awaited<ReturnType<typeof makeReportedShop>>;
beforeAll(async () => {
  shop = await makeReportedShop();
}, 60_000);

const ask = (path: string) => askApi(shop.token, `/api/v1/${path}`);

const days = `from=${reportDays.from}&to=${reportDays.to}`;
const minor = ({ amount, currencyCode }: { amount: string; currencyCode: string }) =>
  Number(parseDecimal(amount, currencyCode).minor);

/** Filters by names of people. */
const narrowings = [
  {},
  { affiliate: "ada" },
  { affiliate: "ben" },
  { program: "ada" },
  { affiliate: "ben", program: "ben" },
  { affiliate: "ada", program: "ben" },
] as const satisfies readonly { affiliate?: "ada" | "ben"; program?: "ada" | "ben" }[];

type Narrowing = (typeof narrowings)[number];

/** Filters of a query, by ids. */
function filterOf(narrowing: Narrowing): Record<string, string> {
  const { affiliate, program } = { affiliate: undefined, program: undefined, ...narrowing };
  return {
    ...(affiliate && { affiliate: shop.people[affiliate].affiliateId }),
    ...(program && { program: shop.people[program].programId }),
  };
}

const dashboardOf = async (narrowing: Narrowing, query = days) => {
  const filter = new URLSearchParams(filterOf(narrowing)).toString();
  return wireOf(dashboardWire, await ask(`dashboard/stats?${query}&${filter}`));
};

/** Expected figures of a filtered shop for some days, added up here. */
function expected(narrowing: Narrowing, { from, to }: { from: string; to: string }) {
  const filter = filterOf(narrowing);
  const isOwn = ({ values }: Counted) =>
    Object.entries(filter).every(([key, value]) => values[key as "affiliate" | "program"] === value);
  const own = shop.counted.filter(
    (one) => !one.isOfProduct && one.day >= from && one.day <= to && isOwn(one),
  );
  const sum = (name: keyof typeof noCounts, among: readonly Counted[] = own) =>
    among.reduce((total, one) => total + (one[name] ?? 0), 0);
  const usd = own.filter(({ currency }) => currency === "USD");
  const visitors = new Set(own.flatMap(({ day, visitor }) => (visitor ? [`${day} ${visitor}`] : []))).size;
  const isOfProgram = filter["program"] !== undefined;
  return {
    from,
    to,
    orders: sum("orders"),
    revenue: sum("revenue", usd) - sum("refunds", usd),
    refunds: sum("refunds", usd),
    commission: sum("commission", usd),
    clicks: isOfProgram ? null : sum("clicks"),
    visitors: isOfProgram ? null : visitors,
    conversionRate: isOfProgram ? null : visitors && Number((sum("clickOrders") / visitors).toFixed(4)),
  };
}

const figuresOf = ({ revenue, refunds, commission, ...counts }: PeriodWire) => {
  const { newAffiliates: _new, activePrograms: _active, ...own } = counts;
  return { ...own, revenue: minor(revenue), refunds: minor(refunds), commission: minor(commission) };
};

describe.each(narrowings)("the dashboard narrowed to %j", (narrowing) => {
  it("counts sales, refunds and clicks of the days shown, of those before, and day by day", async () => {
    for (const by of ["day", "week", "month"]) {
      const { performance } = await dashboardOf(narrowing, `${days}&by=${by}`);
      const { total, before } = performance;
      expect(figuresOf(total)).toEqual(expected(narrowing, reportDays));
      expect(figuresOf(before)).toEqual(expected(narrowing, before));
      for (const period of performance.periods) {
        expect(figuresOf(period)).toEqual(expected(narrowing, period));
      }
      expect(performance.periodsBefore).toHaveLength(performance.periods.length);
      for (const { from, to, ...period } of performance.periodsBefore) {
        const { orders, clicks, revenue, commission } = expected(narrowing, { from, to });
        const { revenue: sales, commission: earned, ...counts } = period;
        expect({ ...counts, revenue: minor(sales), commission: minor(earned) }).toEqual({
          orders,
          clicks,
          revenue,
          commission,
        });
      }
      const isNarrowed = Object.keys(narrowing).length > 0;
      for (const { activePrograms, newAffiliates } of [total, before, ...performance.periods]) {
        expect([activePrograms === null, newAffiliates === null]).toEqual([isNarrowed, isNarrowed]);
      }
    }
  });

  it("is compared with the year before where that is asked for", async () => {
    const { performance } = await dashboardOf(narrowing, `${days}&compare=year`);
    const { before, periods, periodsBefore } = performance;
    expect(figuresOf(before)).toEqual(expected(narrowing, before));
    expect(periodsBefore.map(({ from }) => from)).toEqual(periods.map(({ from }) => yearBefore(from)));
    expect(before.from).toBe(yearBefore(reportDays.from));
  });

  it.each([
    ["affiliates", "bestAffiliates"],
    ["programs", "bestPrograms"],
    ["products", "bestProducts"],
    ["landing-pages", "bestPages"],
    ["codes", "bestCodes"],
  ] as const)("shows the beginning of the report of %s", async (name, list) => {
    const { performance } = await dashboardOf(narrowing);
    expect(performance[list]).toEqual(await bestOf(name, narrowing));
  });
});

async function bestOf(name: ReportName, narrowing: Narrowing): Promise<BestWire[]> {
  const filter = new URLSearchParams(filterOf(narrowing)).toString();
  const report = wireOf(reportWire, await ask(`reports/${name}?sort=net&limit=250&${days}&${filter}`));
  return report.items.flatMap(({ value, name: called, currencyCode, figures }) => {
    const { net, commission, orders = 0 } = figures;
    if (currencyCode !== "USD" || value === "" || !net || !commission) return [];
    // Rows without a sale, or with everything returned, are in a report but not among the best.
    if (orders === 0 && minor(net) === 0) return [];
    return [{ id: value, name: called ?? value, orders, revenue: net, commission }];
  });
}

type Sum = (query: string) => Promise<number>;

const reportFigure = (of: "net" | "refunds" | "orders" | "commission" | "clicks") => async (path: string) => {
  const report = wireOf(reportWire, await ask(path));
  return report.items.reduce((sum, { currencyCode, figures }) => {
    const figure = figures[of];
    if (typeof figure === "number") return sum + figure;
    return figure && currencyCode === "USD" ? sum + minor(figure) : sum;
  }, 0);
};

/** Visitors and ratios are no sums of rows. The report has them in its totals. */
const reportTotal = (of: "visitors" | "conversionRate") => async (path: string) => {
  const { totals } = wireOf(reportWire, await ask(path));
  return totals.find(({ currencyCode }) => currencyCode === "USD")?.figures[of] ?? 0;
};

/** How long the list is that a figure opens, or what its rows add up to. */
const sums: Record<Figure, Sum> = {
  revenue: reportFigure("net"),
  refunds: reportFigure("refunds"),
  commission: reportFigure("commission"),
  clicks: reportFigure("clicks"),
  visitors: reportTotal("visitors"),
  conversionRate: reportTotal("conversionRate"),
  orders: async (path) =>
    path.startsWith("reports/")
      ? await reportFigure("orders")(path)
      : orderListWire.parse(await ask(path)).orders.length,
  newAffiliates: async (path) => affiliateListWire.parse(await ask(path)).affiliates.length,
};

/** The API's address of what an address of the admin lists. */
function apiPath(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://admin");
  const name = searchParams.get("report");
  if (name !== null) searchParams.delete("report");
  searchParams.set("limit", "250");
  return `${pathname.replace("/dashboard/", "")}${name === null ? "" : `/${name}`}?${searchParams.toString()}`;
}

describe.each(narrowings)("a figure narrowed to %j opens the list that it is the sum of", (narrowing) => {
  it.each(Object.keys(sums) as Figure[])("%s", async (figure) => {
    const { performance } = await dashboardOf(narrowing, `${days}&by=week`);
    for (const period of [performance.total, performance.before, ...performance.periods]) {
      const shown = period[figure];
      if (shown === null) continue;
      const url = figureUrl(figure, period, performance);
      const value = typeof shown === "number" ? shown : minor(shown);
      expect([url, await sums[figure](apiPath(url))]).toEqual([url, value]);
    }
  });
});

it.each(["products", "landing-pages"] as const)("a row of the best %s opens its report", async (name) => {
  const { performance } = await dashboardOf({});
  const rows = (name === "products" ? performance.bestProducts : performance.bestPages) ?? [];
  expect(rows.length).toBeGreaterThan(1);
  for (const { id, revenue } of rows) {
    const path = apiPath(valueUrl(name, id, performance));
    expect([id, await reportFigure("net")(path)]).toEqual([id, minor(revenue)]);
  }
});

describe("the dashboard", () => {
  it("shows sales of products, pages and codes in the tests above", async () => {
    const { performance } = await dashboardOf({});
    expect(performance.bestProducts?.map(({ name }) => name)).toEqual(["Mug", "Pot"]);
    expect(performance.bestPages?.map(({ id }) => id).toSorted()).toEqual(["/", "/products/mug"]);
    expect(performance.bestCodes).toHaveLength(1);
  });

  it("has nothing of an affiliate and a program that it does not know", async () => {
    const nobody = await ask(`dashboard/stats?${days}&affiliate=aff_nobody&program=%27%20or%201=1`);
    const { performance } = wireOf(dashboardWire, nobody);
    expect([performance.total.orders, minor(performance.total.revenue)]).toEqual([0, 0]);
    expect(performance.bestAffiliates).toEqual([]);
  });

  it("has nothing of another shop's affiliate", async () => {
    const stranger = await makeMerchant("read");
    const path = `/api/v1/dashboard/stats?${days}&affiliate=${shop.people.ada.affiliateId}`;
    const { text } = await requestAtPace(stranger.token, path);
    expect(wireOf(dashboardWire, JSON.parse(text)).performance.total.orders).toBe(0);
  });

  it("counts newcomers in the period in which they came, in the shop's zone", async () => {
    const own = await makeMerchant("read", { timeZone: "America/New_York" });
    const came = [
      "2026-03-08T04:59:59Z",
      "2026-03-08T05:00:00Z",
      "2026-03-09T03:59:59Z",
      "2026-03-09T04:00:00Z",
    ];
    await inTransaction(async (tx) => {
      for (const [index, at] of came.entries()) {
        const key = `came-${index}-${own.shopId}`;
        await tx.execute(sql`insert into affiliates
          (shop_id, affiliate_id, name, email, email_key, status, referral_code, code_key, created_at, updated_at)
          values (${own.shopId}, ${`aff_${index}`}, 'New', ${key}, ${key}, 'active', ${key}, ${key}, ${at}, ${at})`);
      }
    });
    const { performance } = await askAs(own, "from=2026-03-07&to=2026-03-09");
    expect(performance.periods.map(({ newAffiliates }) => newAffiliates)).toEqual([1, 2, 1]);
    expect([performance.total.newAffiliates, performance.before.newAffiliates]).toEqual([4, 0]);
    const later = await askAs(own, "from=2026-03-09&to=2026-03-09");
    expect([later.performance.total.newAffiliates, later.performance.before.newAffiliates]).toEqual([1, 2]);
  });

  it("counts the programs that credited orders when each period ended, in the shop's zone", async () => {
    const own = await makeMerchant("read", { timeZone: "America/New_York" });
    const { shopId, programId } = own;
    const changes = [
      ["paused", "2026-03-08T04:59:59Z"],
      ["active", "2026-03-09T03:59:59Z"],
      ["archived", "2026-03-09T04:00:00Z"],
    ] as const;
    await inTransaction(async (tx) => {
      for (const [index, [status, since]] of changes.entries()) {
        await tx.execute(sql`insert into program_status_periods (shop_id, program_id, ordinal, status, since)
          values (${shopId}, ${programId}, ${index + 2}, ${status}, ${since})`);
      }
    });
    const { performance } = await askAs(own, "from=2026-03-06&to=2026-03-09");
    expect(performance.periods.map(({ activePrograms }) => activePrograms)).toEqual([1, 0, 1, 0]);
    expect([performance.total.activePrograms, performance.before.activePrograms]).toEqual([0, 1]);
  });

  it("means by a range the days that it means today, and never compared with others", async () => {
    const { performance } = await dashboardOf({}, "range=yesterday");
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
    expect([performance.periods.length, performance.total.to < today]).toEqual([1, true]);
    for (const query of ["range=yesterday&from=2026-03-01", "range=tomorrow"]) {
      const { status, fields } = await requestAtPace(shop.token, `/api/v1/dashboard/stats?${query}`);
      expect([query, status, fields]).toEqual([query, 400, ["range"]]);
    }
  });

  it("searches an affiliate's best entries for three seconds in all", async () => {
    const { affiliateId } = shop.people.ada;
    const now = new Date("2026-03-09T12:00:00Z");
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof readPerformance>>>();
    const ran = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table orders in access exclusive mode`);
      return await statementsOf(async () => {
        answer.resolve(await readPerformance(shop.shop, { affiliate: affiliateId }, now));
      });
    });
    const { total, ...best } = accepted(await answer.promise);
    expect([best.bestProducts, best.bestPages, best.bestCodes]).toEqual([null, null, null]);
    expect([total.orders > 0, best.bestAffiliates?.length]).toEqual([true, 1]);
    // Each statement gets the time that the ones before it left.
    const limits = ran.map(({ within }) => within?.limitMs ?? 0).filter((ms) => ms <= 3000);
    expect(Math.max(...limits)).toBeGreaterThan(0);
    expect(limits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(3000);
  });

  it("says so where the database does not answer in time", async () => {
    const answer = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table daily_shop_figures in access exclusive mode`);
      return await readPerformance(shop.shop, {}, new Date(), 100);
    });
    expect(answer).toMatchObject({ refused: "unavailable", reason: { code: "took_too_long", seconds: 0.1 } });
  });
});

async function askAs({ token }: { token: string }, query: string) {
  const { text } = await requestAtPace(token, `/api/v1/dashboard/stats?${query}`);
  return wireOf(dashboardWire, JSON.parse(text));
}
