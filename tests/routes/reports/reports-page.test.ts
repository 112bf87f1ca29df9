import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { reportWire } from "#app/contracts/report.ts";
import { reports, usualColumnsOf } from "#app/domain/report.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { loader as page } from "../../../app/routes/admin/reports.tsx";
import { requestRoute } from "../../support/route-requests.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makeReportedShop } from "../../support/reported-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

type Asker = { readonly token: string };

const days = "from=2026-03-01&to=2026-03-09";
const show = async ({ token }: Asker, query: string) => {
  const request = pageRequest(token, `/dashboard/reports?${query}`);
  return (await page({ request, params: {}, context: {} })).shown;
};

describe("the page of reports", () => {
  let shop: Awaited<ReturnType<typeof makeReportedShop>>;
  beforeAll(async () => {
    shop = await makeReportedShop();
  }, 60_000);

  it("shows what the API answers, ten rows of it, with names for people", async () => {
    const query = `${days}&compare=year&sort=orders&order=asc&columns=orders,net`;
    const shown = await show(shop, `report=countries&${query}`);
    const { text } = await requestRoute(
      apiRequest(shop.token, `/api/v1/reports/countries?${query}&limit=10`),
    );
    expect(shown.report).toEqual(wireOf(reportWire, JSON.parse(text)));
    expect([shown.fault, shown.late]).toEqual([null, null]);
    expect(shown.labels).toEqual({
      "": "Unknown country",
      DE: "Germany",
      JP: "Japan",
      US: "United States",
    });
  });

  it("compares with days that somebody chose as it does with those right before", async () => {
    const [chosen, before] = [
      await show(shop, `${days}&compare=days&compareFrom=2026-02-20&compareTo=2026-02-28`),
      await show(shop, `${days}&compare=previous`),
    ];
    expect(chosen.report).toEqual(before.report);
    expect(chosen.report?.compared).toEqual({ from: "2026-02-20", to: "2026-02-28" });
    const itself = await show(shop, `${days}&compare=days&compareFrom=2026-03-01&compareTo=2026-03-09`);
    const totals = itself.report?.totals ?? [];
    expect(totals.length).toBeGreaterThan(0);
    expect(totals.map(({ before: then }) => then)).toEqual(totals.map(({ figures }) => figures));
  });

  it("names what narrows it, an empty value too", async () => {
    const query = `${days}&affiliate=${shop.affiliateId}&country=&customer=new&link=${shop.linkId}`;
    const { applied, report } = await show(shop, query);
    expect(applied).toEqual([
      { field: "affiliate", value: shop.affiliateId, label: `Affiliate: Affiliate ${shop.code}` },
      { field: "link", value: shop.linkId, label: "Link: Mail" },
      { field: "country", value: "", label: "Country: Unknown country" },
      { field: "customer", value: "new", label: "Customer: New customers" },
    ]);
    expect(report?.items).toEqual([]);
  });

  it.each([
    ["from=2026-03-02&to=2026-03-01", "Choose an end date on or after the start date."],
    ["from=1026-03-02", "Enter a day from 1970"],
    ["from=1999-01-01&to=2026-03-01", "at most 3,653 days"],
    ["from=2026-03-01T00:00:00%2B09:00", "Enter a day"],
    [`range=last-7&${days}`, "Choose either a range"],
    ["range=last-week", "Use one of these"],
    ["report=profits", "This report doesn't exist"],
    ["sort=profit", "Use one of these"],
    ["report=products&sort=clicks", "no column clicks"],
    ["columns=net,profit", "Enter columns of this report"],
    ["report=products&columns=visitors", "no column visitors"],
    ["compare=month", "Use one of these"],
    ["compare=days", "Choose the first day to compare with."],
    ["compare=days&compareFrom=2026-02-01", "Choose the last day to compare with."],
    [
      "compare=days&compareFrom=2026-02-03&compareTo=2026-02-01",
      "Choose an end date on or after the start date.",
    ],
    ["compare=days&compareFrom=1999-01-01&compareTo=2026-02-01", "at most 3,653 days"],
    ["compare=year&compareFrom=2026-02-01&compareTo=2026-02-03", "need a custom comparison"],
    ["customer=old", "Use one of these"],
    ["page=999999", "too far back"],
    ["limit=0", "Enter at least 1"],
    ["channel=a%00b", "Remove special characters"],
    [`landing=/${"x".repeat(200)}`, "at most 200"],
  ])("shows without it what %s cannot mean, and says why", async (query, words) => {
    const shown = await show(shop, query);
    expect(shown.fault).toContain(words);
    expect(shown.report?.columns).toEqual(usualColumnsOf(reports[shown.name], "net"));
    expect([shown.query.page, shown.query.limit, shown.query.sort]).toEqual([1, 10, "net"]);
  });

  it("takes hostile texts of every parameter for nothing", async () => {
    const texts = hostileTexts.filter((text) => text.isWellFormed());
    for (const field of ["report", "from", "range", "sort", "columns", "page", "customer"]) {
      const text = texts[field.length % texts.length] ?? "";
      const shown = await show(shop, `${field}=${encodeURIComponent(text)}`);
      expect([field, shown.name, shown.query.sort]).toEqual([field, "affiliates", "net"]);
    }
  });

  it("shows nobody else's figures, and names nobody else's affiliates", async () => {
    const stranger = await makeMerchant();
    const { report, applied } = await show(stranger, `${days}&affiliate=${shop.affiliateId}`);
    expect([report?.items, report?.totals]).toEqual([[], []]);
    expect(applied[0]?.label).toBe(`Affiliate: ${shop.affiliateId}`);
  });

  it("says calmly that the database did not answer in time", async () => {
    const shown = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table daily_dimension_figures in access exclusive mode`);
      return await show(shop, "report=channels");
    });
    expect(shown.report).toBeNull();
    expect(shown.late).toBe("This report takes longer than 8 seconds. Choose fewer days.");
  });
});
