import { describe, expect, it } from "vitest";
import { z } from "zod";
import { affiliateListWire } from "#app/contracts/affiliate.ts";
import { dashboardWire, type PeriodWire } from "#app/contracts/dashboard.ts";
import { orderListWire } from "#app/contracts/order.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { ordersUrl } from "#app/ui/admin/reports/report-figures.ts";
import { accepted } from "../../support/accepted.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { askApi } from "../../support/ask-api.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { wireOf } from "../../support/wire-of.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type OrderOfList = z.output<typeof orderListWire>["orders"][number];

const listed = z.object({ pagination: z.object({ total: z.int() }) });
const minorOf = ({ amount, currencyCode }: { amount: string; currencyCode: string }) =>
  parseDecimal(amount, currencyCode).minor;
const sum = (orders: readonly OrderOfList[], of: "revenue" | "commission") =>
  orders.reduce((total, one) => total + one[of].minor, 0n);

const ask = ({ token }: Merchant, path: string) => askApi(token, path);

const dashboardOf = async (merchant: Merchant, query: string) =>
  wireOf(dashboardWire, await ask(merchant, `/api/v1/dashboard/stats?${query}`));
const ordersOf = async (merchant: Merchant, query: string) =>
  orderListWire.parse(await ask(merchant, `/api/v1/orders?figure=orders&limit=250&${query}`)).orders;

/**
 * A shop in a zone whose day of 2026-03-08 has 23 hours: orders of two affiliates around both its midnights, on the days
 * before and after, one refunded on its own day, one that was deleted, and one that nobody brought.
 */
async function makeShop(): Promise<Merchant & { other: { affiliateId: string } }> {
  const merchant = await makeMerchant("write", { timeZone: "America/New_York" });
  const other = await addAffiliate(merchant);
  const at = [
    "2026-02-26T12:00:00Z",
    "2026-03-01T04:59:59Z",
    "2026-03-01T05:00:00Z",
    "2026-03-08T04:59:59Z",
    "2026-03-08T05:00:00Z",
    "2026-03-09T03:59:59Z",
    "2026-03-09T04:00:00Z",
    "2026-03-09T20:00:00Z",
  ];
  for (const [index, createdAt] of at.entries()) {
    const ref = index % 3 === 0 ? other.code : merchant.code;
    const body = orderBody({ ref, createdAt, price: `${index * 7 + 10}.37` });
    await deliver(merchant, "orders/create", body);
    if (index === 5) {
      const back = refundBody(body.id, { amount: "45.37", at: "2026-03-09T03:59:59Z" });
      await deliver(merchant, "refunds/create", back);
    }
  }
  await deliver(merchant, "orders/create", orderBody({ createdAt: "2026-03-08T12:00:00Z" }));
  const gone = orderBody({ ref: merchant.code, createdAt: "2026-03-08T13:00:00Z" });
  await deliver(merchant, "orders/create", gone);
  await emptyInbox();
  await deliver(merchant, "orders/delete", { id: gone.id });
  await emptyInbox();
  return { ...merchant, other };
}

/** A period's figures and the list that they open say the same. */
async function compare(merchant: Merchant, { from, to, ...period }: PeriodWire): Promise<number> {
  const list = await ordersOf(merchant, `from=${from}&to=${to}`);
  expect([from, list.length]).toEqual([from, period.orders]);
  expect([from, sum(list, "revenue")]).toEqual([from, minorOf(period.revenue)]);
  expect([from, sum(list, "commission")]).toEqual([from, minorOf(period.commission)]);
  return list.length;
}

describe("every figure of the dashboard is the sum of the list that it opens", () => {
  it("for the days shown, those before, and each day, week and month of them", async () => {
    const merchant = await makeShop();
    for (const by of ["day", "week", "month"]) {
      const { performance } = await dashboardOf(merchant, `from=2026-03-01&to=2026-03-09&by=${by}`);
      expect(await compare(merchant, performance.total)).toBe(6);
      expect(await compare(merchant, performance.before)).toBe(2);
      for (const period of performance.periods) await compare(merchant, period);
    }
    const { performance } = await dashboardOf(merchant, "from=2026-03-07&to=2026-03-09");
    expect(performance.periods.map(({ orders }) => orders)).toEqual([1, 2, 2]);
  });

  it("for the cards, over all days", async () => {
    const merchant = await makeShop();
    const stats = await dashboardOf(merchant, "");
    const all = await ordersOf(merchant, "");
    expect([stats.orders, minorOf(stats.totalRevenue)]).toEqual([all.length, sum(all, "revenue")]);
    expect(minorOf(stats.totalCommission)).toBe(sum(all, "commission"));
    const { currencyCode: currency } = stats.totalRevenue;
    const opened = orderListWire.parse(
      await ask(merchant, `${ordersUrl("net", { currency }).replace("/dashboard/", "/api/v1/")}&limit=250`),
    ).orders;
    expect(opened).toHaveLength(all.length);
    expect(opened.reduce((total, { part }) => total + (part?.net.minor ?? 0n), 0n)).toBe(
      minorOf(stats.totalRevenue),
    );
    const affiliates = affiliateListWire.parse(await ask(merchant, "/api/v1/affiliates?limit=250"));
    expect(affiliates.pagination.total).toBe(stats.totalAffiliates);
    expect(affiliates.affiliates.filter(({ status }) => status === "active")).toHaveLength(
      stats.activeAffiliates,
    );
    const programs = listed.parse(await ask(merchant, "/api/v1/programs?status=active"));
    expect(programs.pagination.total).toBe(stats.activePrograms);
  });

  it("for the best affiliates and programs, in their order", async () => {
    const merchant = await makeShop();
    const days = "from=2026-03-01&to=2026-03-09";
    const { performance } = await dashboardOf(merchant, days);
    const { bestPrograms, total } = performance;
    const bestAffiliates = performance.bestAffiliates ?? [];
    expect(bestAffiliates.map(({ id }) => id).toSorted()).toEqual(
      [merchant.affiliateId, merchant.other.affiliateId].toSorted(),
    );
    for (const best of bestAffiliates) {
      const list = await ordersOf(merchant, `${days}&affiliate=${best.id}`);
      expect([best.orders, minorOf(best.revenue), minorOf(best.commission)]).toEqual([
        list.length,
        sum(list, "revenue"),
        sum(list, "commission"),
      ]);
    }
    const revenues = bestAffiliates.map(({ revenue }) => minorOf(revenue));
    expect(revenues).toEqual(revenues.toSorted((a, b) => (a < b ? 1 : -1)));
    expect(bestPrograms).toEqual([
      {
        id: merchant.programId,
        name: "Partners",
        orders: total.orders,
        revenue: total.revenue,
        commission: total.commission,
      },
    ]);
  });

  it("for what is to be done", async () => {
    const merchant = await makeShop();
    const invited = { name: "Bea", email: `bea-${merchant.shopId}@example.com` };
    const made = await requestRoute(
      apiRequest(merchant.token, "/api/v1/affiliates/invite", { method: "POST", body: invited }),
    );
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.text));
    const status = { method: "PUT", body: { status: "pending" } };
    expect(
      (await requestRoute(apiRequest(merchant.token, `/api/v1/affiliates/${id}/status`, status))).status,
    ).toBe(200);
    const [order] = await ordersOf(merchant, "");
    const commissions = z
      .object({ commissions: z.array(z.object({ id: z.string(), order: z.object({ id: z.string() }) })) })
      .parse(await ask(merchant, "/api/v1/commissions?limit=250"));
    const mine = commissions.commissions.find((one) => one.order.id === order?.id);
    const hold = { method: "POST", body: { kind: "held", note: "Looked into" } };
    const held = await requestRoute(
      apiRequest(merchant.token, `/api/v1/commissions/${mine?.id}/decisions`, hold),
    );
    expect(held.status).toBe(200);

    const toDo = accepted(await readToDo(merchant.shopId, new Date()));
    const totalOf = async (path: string) => listed.parse(await ask(merchant, path)).pagination.total;
    expect(toDo).toEqual({
      payouts: await totalOf("/api/v1/payouts?view=needs-attention"),
      files: 0,
      toMark: 0,
      skipped: null,
      applicants: await totalOf("/api/v1/affiliates?status=pending"),
      applications: await totalOf("/api/v1/applications?status=new"),
      claims: await totalOf("/api/v1/claims?status=open"),
      flags: await totalOf("/api/v1/flags?status=open"),
      toApprove: await totalOf("/api/v1/commissions?status=to_approve"),
      unclearRows: 0,
      deliveries: 0,
      emails: 0,
      payable: [],
    });
    expect(toDo.applicants).toBe(1);
  });

  it("in a shop that has nothing", async () => {
    const merchant = await makeMerchant();
    const { performance } = await dashboardOf(merchant, "from=2026-03-01&to=2026-03-02");
    expect(await compare(merchant, performance.total)).toBe(0);
    expect(performance.periods.map(({ orders, conversionRate }) => [orders, conversionRate])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect([performance.bestAffiliates, performance.bestPrograms]).toEqual([[], []]);
  });
});

describe("days that are none", () => {
  it.each([
    ["from=2026-03-02&to=2026-03-01", "to"],
    ["from=1026-03-02&to=2026-03-01", "from"],
    ["from=1999-01-01&to=2026-03-01", "from"],
    ["from=1999-01-01", "from"],
    ["from=2026-02-30", "from"],
    ["to=tomorrow", "to"],
    ["from=2026-03-01T00:00:00%2B09:00", "from"],
    ["by=hour", "by"],
    [`affiliate=${"x".repeat(41)}`, "affiliate"],
    ["program=%00", "program"],
    ["affiliateId=x", "affiliateId"],
    ["page=1", "page"],
    ["from=2024-01-01&to=2026-03-01&by=day", "by"],
  ])("%s is refused at its field", async (query, field) => {
    const { token } = await makeMerchant("read");
    const { status, fields } = await requestRoute(apiRequest(token, `/api/v1/dashboard/stats?${query}`));
    expect([status, [...new Set(fields)]]).toEqual([400, [field]]);
  });
});
