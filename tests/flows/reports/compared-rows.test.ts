import { beforeAll, describe, expect, it } from "vitest";
import { type ReportFilter, type ReportName, reportNames } from "#app/domain/report.ts";
import {
  readReport,
  readWholeReport,
  type Report,
  type ReportInput,
} from "#app/flows/reports/read-report.ts";
import { accepted } from "../../support/accepted.ts";
import { makeReportedShop } from "../../support/reported-shop.ts";

type Row = Report["rows"][number];

/** Months in which nothing was sold, after those in which everything was. */
const question: Omit<ReportInput, "name" | "filter" | "page" | "limit"> = {
  days: { from: "2026-04-01", to: "2026-06-30" },
  compare: "previous",
  sort: "orders",
  descending: true,
};

const paged = { page: 1, limit: 250 };
const countries: readonly ReportFilter[] = [{}, { country: "US" }];

/** Net and commission of the days before, by currency; what came to nothing is left away. */
function before(rows: readonly Row[]): Record<string, [bigint, bigint]> {
  const sums: Record<string, [bigint, bigint]> = {};
  for (const { currency, before: was } of rows) {
    if (!was) throw new Error("It is compared.");
    const [net, commission] = sums[currency] ?? [0n, 0n];
    sums[currency] = [net + was.netMinor, commission + was.commissionMinor];
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [net, earned]]) => net !== 0n || earned !== 0n));
}

describe("a report compared with other days", () => {
  let shop: {
    readonly shopId: Awaited<ReturnType<typeof makeReportedShop>>["shopId"];
    readonly timeZone: string;
  };
  beforeAll(async () => {
    shop = { shopId: (await makeReportedShop()).shopId, timeZone: "UTC" };
  }, 60_000);

  const read = async (name: ReportName, filter: ReportFilter, more: Partial<ReportInput> = {}) =>
    accepted(await readReport(shop, { ...question, ...paged, name, filter, ...more }));

  it("has a row for what only the other days have: all rows come to what its totals do", async () => {
    for (const name of reportNames) {
      for (const filter of countries) {
        const { rows, totals, total } = await read(name, filter);
        expect([name, Object.keys(before(totals)).length > 0]).toEqual([name, true]);
        // An affiliate counts under each of their tags, and every affiliate here has this one.
        const once = name === "tags" ? rows.filter(({ value }) => value === "blog") : rows;
        expect([name, before(once)]).toEqual([name, before(totals)]);
        expect([name, rows.length]).toEqual([name, total]);
        const ended = rows.filter(({ figures }) => figures.orders === 0 && figures.netMinor === 0n);
        expect([name, ended.length > 0]).toEqual([name, true]);
      }
    }
  });

  it("has them on its pages and in its file too, and none of them without the other days", async () => {
    const whole = await read("products", {});
    const pages: Row[] = [];
    for (let page = 1; pages.length < whole.total; page += 1) {
      pages.push(...(await read("products", {}, { page, limit: 1 })).rows);
    }
    expect(pages).toEqual(whole.rows);
    const file: Row[] = [];
    const asked: ReportInput = { ...question, ...paged, name: "products", filter: {} };
    const answer = await readWholeReport(shop, { question: asked, rowsAtOnce: 2 }, (part) => {
      file.push(...part.rows);
      return Promise.resolve();
    });
    expect(answer).toBeNull();
    expect(file).toEqual(whole.rows);
    const alone = await read("products", {}, { compare: null });
    expect(alone.rows.length).toBeLessThan(whole.rows.length);
  });
});
