import { sql } from "drizzle-orm";
import { daysIn, requestedSpan } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { reports, type ReportName } from "#app/domain/report.ts";
import { verifyDimensions, verifyFigures } from "#app/flows/proof/verify-shop.ts";
import { readDashboard } from "#app/flows/reports/read-dashboard.ts";
import { readPerformance } from "#app/flows/reports/read-performance.ts";
import { readReport } from "#app/flows/reports/read-report.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { db, inSnapshotWithin, TookTooLong } from "#app/platform/db.server.ts";
import { dayIn } from "#app/platform/clock.ts";
import { ofOrders, reportMeasures } from "#app/store/report-sums.ts";

/** A page: the dashboard, or a report as it opens. */
export type Question = "dashboard" | ReportName;

export type ReportReading =
  /** Milliseconds of one answer, of so many. */
  | { readonly kind: "kept"; readonly shopId: string; readonly of: Question; readonly times: number }
  /** Milliseconds of one answer from orders. Null if the database ended it. */
  | { readonly kind: "orders"; readonly shopId: string; readonly of: Question }
  /** How many of the sums that are kept do not follow from the orders and clicks. */
  | { readonly kind: "verify"; readonly shopId: string };

const limitMs = 8000;
const timeZone = "UTC";
const shopOf = (shopId: string) => ({ shopId: shopId as ShopId, currency: "USD", timeZone });
const today = () => dayIn(timeZone, new Date());

async function ask(shopId: string, of: Question): Promise<void> {
  const shop = shopOf(shopId);
  if (of === "dashboard") {
    const [performed] = await Promise.all([
      readPerformance(shop, {}, new Date()),
      readDashboard(shop, { embedSeen: true, now: new Date() }),
      readToDo(shop.shopId, new Date()),
    ]);
    if ("refused" in performed) throw new Error("The dashboard has no figures.");
    return;
  }
  const report = await readReport(shop, {
    name: of,
    days: requestedSpan({}, today()),
    compare: null,
    filter: {},
    sort: "revenue",
    descending: true,
    page: 1,
    limit: 10,
  });
  if ("refused" in report || report.rows.length === 0) throw new Error(`There is no report of ${of}.`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function kept({ shopId, of, times }: ReportReading & { kind: "kept" }): Promise<number> {
  const all = await timed(async () => {
    // One after the other: what one costs is asked.
    // oxlint-disable-next-line no-await-in-loop
    for (let time = 0; time < times; time += 1) await ask(shopId, of);
  });
  return all / times;
}

/** The cards and the chart of the dashboard, or the rows and the whole of a report, added up from the orders. */
async function fromOrders(shopId: string, of: Question): Promise<number | null> {
  const days = requestedSpan({}, today());
  // Tags add up the rows of their affiliates.
  const by = of === "dashboard" || of === "tags" ? "affiliate" : reports[of];
  const rows = ofOrders(shopOf(shopId).shopId, { by, days, filter: {} });
  const sums = sql.raw(reportMeasures.map((name) => `sum(${name}) as ${name}`).join(", "));
  const asked =
    of === "dashboard"
      ? sql`select placed_at::date, placed_at > now() - ${daysIn(days)} * interval '1 day', count(*), sum(net_minor),
          sum(commission_minor) from orders where shop_id = ${shopId} and credited group by 1, 2`
      : sql`select value, currency, ${sums} from (${rows}) own group by grouping sets ((value, currency), (currency))`;
  try {
    return await timed(() => inSnapshotWithin(limitMs, (tx) => tx.execute(asked)));
  } catch (error) {
    if (error instanceof TookTooLong) return null;
    throw error;
  }
}

async function verify(shopId: string): Promise<number> {
  const found: unknown[] = [];
  await verifyFigures(db(), shopOf(shopId), (one) => found.push(one));
  await verifyDimensions(db(), shopOf(shopId), (one) => found.push(one));
  if (found.length > 0) process.stderr.write(`${JSON.stringify(found.slice(0, 5))}\n`);
  return found.length;
}

async function answer(reading: ReportReading): Promise<number | null> {
  if (reading.kind === "kept") return await kept(reading);
  return reading.kind === "orders"
    ? await fromOrders(reading.shopId, reading.of)
    : await verify(reading.shopId);
}

process.on("message", (message) => {
  void answer(message as ReportReading).then((said) => process.send?.(said));
});
process.once("disconnect", () => process.exit(0));
