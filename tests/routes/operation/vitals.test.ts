import { expect, it } from "vitest";
import { recordVitals } from "#app/flows/health/vitals.ts";
import { db } from "#app/platform/db.server.ts";
import { listVitals } from "#app/store/vitals.ts";
import { dropOldOf } from "../../support/drop-old-of.ts";
import { askApi } from "../../support/ask-api.ts";
import { withData } from "../../support/answered.ts";
import { apiRequest, makeMerchant, signedIn } from "../../support/merchant.ts";
import { requestRoute } from "../../support/route-requests.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function report(token: string, metrics: unknown) {
  const request = apiRequest(token, "/api/v1/vitals", { method: "POST", body: { metrics } });
  return withData(await requestRoute(request));
}

const kept = ({ shopId }: Merchant) => listVitals(db(), shopId, "2000-01-01");

it("counts what a browser measured, and tells the 75th percentile of the last 28 days", async () => {
  const shop = await makeMerchant();
  for (const value of [1200, 1300, 1400, 9000]) {
    const answer = await report(shop.token, [
      { name: "LCP", value },
      { name: "CLS", value: 0.003 },
    ]);
    expect([answer.status, answer.data]).toEqual([200, { recorded: 2 }]);
  }
  const { vitals } = (await askApi(shop.token, "/api/v1/vitals")) as { vitals: unknown[] };
  const days = [{ day: expect.any(String) as string, count: 4, p75: 1400 }];
  expect(vitals).toEqual([
    { name: "LCP", limit: 2500, count: 4, p75: 1400, days },
    { name: "INP", limit: 200, count: 0, p75: null, days: [] },
    { name: "CLS", limit: 0.1, count: 4, p75: 0.005, days: [{ ...days[0], p75: 0.005 }] },
  ]);
});

it("keeps days by the shop's calendar, and nothing that names a person or a page", async () => {
  const shop = await makeMerchant();
  const evening = { ...shop, now: new Date("2026-03-02T01:00:00Z") };
  await recordVitals({ ...evening, shop: { ...shop.shop, timeZone: "America/New_York" } }, [
    { name: "INP", value: 42 },
  ]);
  expect(await kept(shop)).toEqual([{ day: "2026-03-01", name: "INP", bound: 50, count: 1 }]);
});

it("refuses what no browser measures, and changes nothing", async () => {
  const shop = await makeMerchant();
  const bad = [
    [],
    "fast",
    [{ name: "TTFB", value: 1 }],
    [{ name: "LCP", value: -1 }],
    [{ name: "LCP", value: "1" }],
    [{ name: "LCP", value: 1e12 }],
    [{ name: "LCP", value: 1, url: "/dashboard" }],
    Array.from({ length: 4 }, () => ({ name: "LCP", value: 1 })),
  ];
  for (const metrics of bad) {
    const { status, data } = await report(shop.token, metrics);
    expect([metrics, status, data]).toEqual([
      metrics,
      400,
      expect.objectContaining({ message: expect.any(String) as string }),
    ]);
  }
  const readOnly = await signedIn(shop.shopId, "read", 8);
  expect((await report(readOnly.token, [{ name: "LCP", value: 1 }])).status).toBe(403);
  expect((await report("nobody", [{ name: "LCP", value: 1 }])).status).toBe(401);
  expect(await kept(shop)).toEqual([]);
});

it("counts page loads of its own shop only", async () => {
  const [shop, other] = [await makeMerchant(), await makeMerchant()];
  await report(shop.token, [{ name: "LCP", value: 500 }]);
  expect([(await kept(shop)).length, await kept(other)]).toEqual([1, []]);
});

it("limits how many page loads of a shop are counted", async () => {
  const shop = await makeMerchant();
  const answers = [];
  for (let load = 0; load < 70; load += 1) {
    answers.push(await report(shop.token, [{ name: "LCP", value: 1 }]));
  }
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
  expect(statuses).toContain(429);
  const counted = (await kept(shop)).reduce((sum, { count }) => sum + count, 0);
  expect(counted).toBe(statuses.filter((status) => status === 200).length);
});

it("deletes days that no percentile is of", async () => {
  const shop = await makeMerchant();
  const ctx = { ...shop, now: new Date("2026-03-01T12:00:00Z") };
  await recordVitals(ctx, [{ name: "LCP", value: 1 }]);
  await dropOldOf([shop], new Date("2026-03-29T12:00:00Z"));
  expect(await kept(shop)).toHaveLength(1);
  await dropOldOf([shop], new Date("2026-03-31T12:00:00Z"));
  expect(await kept(shop)).toEqual([]);
});
