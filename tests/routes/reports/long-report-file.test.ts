import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { reportQuery } from "#app/contracts/report.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { reportFile } from "#app/http/table-files.ts";
import { db } from "#app/platform/db.server.ts";
import { makeMerchant } from "../../support/merchant.ts";

/** A year of days, so that each row of the report is added up from one. */
const rows = 120_000;
/** Memory for a part of the rows and some chunks, for a file of any length. */
const mostMegabytes = 12;

let shop: Awaited<ReturnType<typeof makeMerchant>>["shop"];
beforeAll(async () => {
  ({ shop } = await makeMerchant());
  await db().execute(sql`
    insert into daily_dimension_figures (shop_id, dimension, value, day, currency, clicks, visitors, orders,
      click_orders, revenue_minor, refunds_minor, commission_minor, new_customers, timed_orders, click_seconds)
    select ${shop.shopId}, 'landing', '/pages/one-of-many-with-a-long-name-' || n, date '2026-03-01' + n % 300, 'USD',
      n % 50, n % 40, 2, 1, 10000 + n, 0, 1000, 1, 1, 60
    from generate_series(1, ${rows}::int) n`);
}, 120_000);

async function fileNow() {
  const query = reportQuery.parse({ from: "2026-03-01", to: "2026-12-31", sort: "net" });
  const file = await reportFile(shop, { name: "landing-pages", query, now: new Date() });
  if (isRefusal(file)) throw new Error(file.reason.code);
  const reader = file.body?.getReader();
  if (!reader) throw new Error("A file has a body");
  return reader;
}

/** Memory that a garbage collection cannot free, in megabytes. */
function usedMegabytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** Statements and transactions of the report that nobody has ended. */
async function reading(): Promise<number> {
  const { rows: found } = await db().execute<{ many: number }>(sql`
    select count(*)::int as many from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      and query like '%report_rows%'`);
  return found[0]?.many ?? 0;
}

/** Counts how often some of the report's rows are fetched. */
function fetches(): () => number {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  return () => spy.mock.calls.filter(([asked]) => JSON.stringify(asked).includes("from report_rows")).length;
}

describe("a report of many rows as a file", () => {
  it("takes no more memory while it is sent than some of its rows", { timeout: 120_000 }, async () => {
    const reader = await fileNow();
    const before = usedMegabytes();
    let [bytes, lines, most] = [0, 0, 0];
    for (let chunk = 0; ; chunk += 1) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      for (const byte of value) if (byte === 10) lines += 1;
      if (chunk % 20 === 0) most = Math.max(most, usedMegabytes() - before);
    }
    console.log(`${bytes} bytes, at most ${most.toFixed(1)} MB more in use`);
    expect(lines).toBe(rows + 1);
    // A file that fits into what is allowed would prove nothing.
    expect(bytes / 1e6).toBeGreaterThan(mostMegabytes);
    expect(most).toBeLessThan(mostMegabytes);
  });

  it("is no longer read once whoever fetches it has gone", async () => {
    const fetched = fetches();
    const reader = await fileNow();
    expect((await reader.read()).done).toBe(false);
    expect(await reading()).toBe(1);
    await reader.cancel();
    await expect.poll(reading).toBe(0);
    // It was let go, not read to its end: a thousand rows are fetched at once.
    expect(fetched()).toBeGreaterThan(0);
    expect(fetched()).toBeLessThan(rows / 1000 / 2);
  });
});
