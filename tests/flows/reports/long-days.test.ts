import { describe, expect, it } from "vitest";
import { dashboardWire } from "#app/contracts/dashboard.ts";
import { orderListWire } from "#app/contracts/order.ts";
import { reportWire } from "#app/contracts/report.ts";
import { db } from "#app/platform/db.server.ts";
import { creditedOverTime } from "#app/store/fraud-use.ts";
import { askApi } from "../../support/ask-api.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { wireOf } from "../../support/wire-of.ts";

/**
 * Clocks go forward on 2026-03-08 in New York: a day of 23 hours, in which two o'clock is left out. They go back on
 * 2026-04-05 in Sydney: a day of 25, in which two o'clock comes twice.
 */
const zones = [
  {
    timeZone: "America/New_York",
    day: "2026-03-08",
    first: "2026-03-08T05:00:00Z",
    beyond: "2026-03-09T04:00:00Z",
    hours: 23,
    atTwo: undefined,
  },
  {
    timeZone: "Australia/Sydney",
    day: "2026-04-05",
    first: "2026-04-04T13:00:00Z",
    beyond: "2026-04-05T14:00:00Z",
    hours: 25,
    atTwo: 2,
  },
] as const;

const hourMs = 3_600_000;

describe.each(zones)("$day, which has $hours hours in $timeZone", (zone) => {
  it("counts the orders of each of its hours, and none of the days around it", async () => {
    const { timeZone, day, hours, atTwo } = zone;
    const merchant = await makeMerchant("write", { timeZone });
    const [first, beyond] = [new Date(zone.first), new Date(zone.beyond)];
    expect((beyond.getTime() - first.getTime()) / hourMs).toBe(hours);
    // One a second before it, one at the beginning of each of its hours, one in its last second, one right behind it.
    const instants = [
      first.getTime() - 1000,
      ...Array.from({ length: hours }, (_, hour) => first.getTime() + hour * hourMs),
      beyond.getTime() - 1000,
      beyond.getTime(),
    ];
    for (const at of instants) {
      const createdAt = new Date(at).toISOString();
      await deliver(merchant, "orders/create", orderBody({ ref: merchant.code, createdAt, price: "10.00" }));
    }
    await emptyInbox();

    const ask = (path: string) => askApi(merchant.token, `/api/v1${path}`);
    const span = `from=${day}&to=${day}`;
    const { performance } = wireOf(dashboardWire, await ask(`/dashboard/stats?${span}`));
    expect(performance.total.orders).toBe(hours + 1);
    const report = wireOf(reportWire, await ask(`/reports/affiliates?${span}`));
    expect(report.totals.map(({ figures }) => figures.orders)).toEqual([hours + 1]);
    const list = orderListWire.parse(await ask(`/orders?${span}&limit=250`));
    expect(list.orders).toHaveLength(hours + 1);

    const { shopId, affiliateId } = merchant;
    const of = { affiliateId, from: day, to: day, timeZone, codeKey: null };
    const byHour = await creditedOverTime(db(), shopId, { ...of, unit: "hour" });
    const counts = new Map(byHour.map(({ at, count }) => [at, count]));
    expect([counts.get("01"), counts.get("02"), counts.get("03"), counts.get("23")]).toEqual([
      1,
      atTwo,
      1,
      2,
    ]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(hours + 1);
    const byDay = await creditedOverTime(db(), shopId, { ...of, unit: "day" });
    expect(byDay.map(({ at, count }) => [at, count])).toEqual([[day, hours + 1]]);
  });
});
