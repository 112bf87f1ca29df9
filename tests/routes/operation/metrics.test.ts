import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerMetrics } from "#app/http/metrics-answer.ts";
import { db } from "#app/platform/db.server.ts";
import { countJobFailure, countRequest } from "#app/platform/metrics.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { closeQueue, openBoss } from "#app/queue/queue.server.ts";
import type { PayoutRequestId } from "#app/domain/ids.ts";
import { payoutRequests } from "#app/store/schema/payouts.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { setEnv } from "../../support/environment.ts";
import { arrival, deliver } from "../../support/inbox.ts";
import { ingestDatabase } from "../../support/ingest-database.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const token = "a-token-for-prometheus";
const address = "http://localhost:3000/metrics";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let shop: SellingShop;

beforeAll(async () => {
  database = await ingestDatabase();
  shop = await makeSellingShop();
  setEnv({ METRICS_TOKEN: token });
});
afterAll(async () => {
  await closeQueue();
  await database.cleanup.run();
});

// Figures are kept for some seconds, so each scrape is later than the one before.
let scrapedAt = arrival.getTime();

async function scrape(): Promise<string> {
  scrapedAt += 60_000;
  const { status, body } = await answerMetrics(`Bearer ${token}`, new Date(scrapedAt));
  expect(status).toBe(200);
  return body;
}

/** The value of a series; null where it is absent. */
function valueOf(text: string, series: string): number | null {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await requestRoute(new Request(address, { headers }))).status;
}

describe("GET /metrics", () => {
  it("answers 404 to requests without the token", async () => {
    expect(await statusWith({})).toBe(404);
    expect(await statusWith({ Authorization: "Bearer another-token-entirely" })).toBe(404);
    expect(await statusWith({ Authorization: `Basic ${token}` })).toBe(404);
    expect(await statusWith({ Authorization: `Bearer ${token}` })).toBe(200);
  });

  it("answers 404 to everybody while no token is configured", async () => {
    setEnv({ METRICS_TOKEN: "" });
    expect(await statusWith({ Authorization: "Bearer " })).toBe(404);
    setEnv({ METRICS_TOKEN: token });
  });

  it("counts the waiting and failed deliveries of all shops, and the age of the oldest", async () => {
    const other = await makeSellingShop();
    await deliver(shop, "orders/create", orderBody({}));
    await deliver(shop, "orders/create", orderBody({}));
    await deliver(other, "orders/create", orderBody({}), "failed", new Date(arrival.getTime() + 30_000));
    await db().execute(sql`update deliveries set status = 'failed' where webhook_id = 'failed'`);
    const text = await scrape();
    expect(valueOf(text, "affiliate_inbox_waiting")).toBe(2);
    expect(valueOf(text, "affiliate_inbox_oldest_seconds")).toBe((scrapedAt - arrival.getTime()) / 1000);
    expect(valueOf(text, "affiliate_inbox_failed")).toBe(1);
    expect(valueOf(text, "affiliate_database_up")).toBe(1);
  });

  it("counts payments without an answer, and payments that need attention", async () => {
    const { sectionId } = await createPaidSection(shop, ["checking", "checking", "needs_attention", "sent"]);
    await db()
      .insert(payoutRequests)
      .values({
        shopId: shop.shopId,
        requestId: newId<PayoutRequestId>("pch", arrival),
        sectionId,
        ordinal: 1,
        status: "checking",
        sealedContent: "sealed",
        contentHash: "hash",
        paymentCount: 2,
        totalMinor: 2000n,
        nextAt: arrival,
        createdAt: arrival,
      });
    const text = await scrape();
    expect(valueOf(text, "affiliate_payments_in_doubt")).toBe(2);
    expect(valueOf(text, "affiliate_payments_need_attention")).toBe(1);
  });

  it("tells how long the first due job of a queue has been due, and which jobs failed for good", async () => {
    const boss = await openBoss();
    await boss.send("give-codes", {}, { startAfter: 3600 });
    await boss.send("check-codes", {});
    await boss.send("check-codes", {});
    await db()
      .execute(sql`update pgboss.job set created_on = now() - interval '90 s', start_after = now() - interval '90 s'
      where name = 'check-codes'`);
    await boss.send("send-mail", { shopId: shop.shopId, sealed: "" }, { retryLimit: 0 });
    const [mail] = await boss.fetch("send-mail");
    await boss.fail("send-mail", mail?.id ?? "");
    await boss.getQueueStats("send-mail", { force: true });
    const text = await scrape();
    expect(valueOf(text, 'affiliate_queue_due{queue="check-codes"}')).toBe(2);
    expect(valueOf(text, 'affiliate_queue_lag_seconds{queue="check-codes"}')).toBeGreaterThanOrEqual(90);
    expect(valueOf(text, 'affiliate_queue_lag_seconds{queue="check-codes"}')).toBeLessThan(120);
    expect(valueOf(text, 'affiliate_queue_due{queue="give-codes"}')).toBe(0);
    expect(valueOf(text, 'affiliate_queue_lag_seconds{queue="give-codes"}')).toBe(0);
    expect(valueOf(text, 'affiliate_jobs_failed{queue="send-mail"}')).toBe(1);
  });

  it("counts requests by method, route pattern and status class, and failed tries of jobs", async () => {
    const route = "/of-this-test/:id";
    countRequest({ method: "GET", route, status: 200, milliseconds: 40 });
    countRequest({ method: "GET", route, status: 204, milliseconds: 400 });
    countRequest({ method: "GET", route, status: 503, milliseconds: 1 });
    countRequest({ method: "GET", route, status: null, milliseconds: 9 });
    countRequest({ method: "PROPFIND", route, status: 405, milliseconds: 1 });
    const before = valueOf(await scrape(), 'affiliate_job_failures_total{job="send-mail"}') ?? 0;
    countJobFailure("send-mail");
    const text = await scrape();
    const count = (labels: string) =>
      valueOf(text, `affiliate_http_request_duration_seconds_count{method=${labels}}`);
    expect(count(`"GET",route="${route}",status="2xx"`)).toBe(2);
    expect(count(`"GET",route="${route}",status="5xx"`)).toBe(1);
    expect(count(`"GET",route="${route}",status="left"`)).toBe(1);
    expect(count(`"other",route="${route}",status="4xx"`)).toBe(1);
    const fast = `affiliate_http_request_duration_seconds_bucket{le="0.05",method="GET",route="${route}",status="2xx"}`;
    expect(valueOf(text, fast)).toBe(1);
    expect(valueOf(text, 'affiliate_job_failures_total{job="send-mail"}')).toBe(before + 1);
  });

  it("names no shop", async () => {
    const text = await scrape();
    expect(text).not.toContain(shop.shopId);
    expect(text).not.toContain(shop.domain);
  });

  it("reads each database figure by an index", async () => {
    const plans = await db().transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const planOf = async (query: string) =>
        (await tx.execute<{ "QUERY PLAN": string }>(sql.raw(`explain ${query}`))).rows
          .map((row) => row["QUERY PLAN"])
          .join("\n");
      return {
        waiting: await planOf("select count(*), min(received_at) from deliveries where status = 'waiting'"),
        failed: await planOf("select count(*) from deliveries where status = 'failed'"),
        doubt: await planOf(
          "select sum(payment_count) from payout_requests where next_at is not null and status = 'checking'",
        ),
        people: await planOf(
          "select count(*) from payout_payments where status = 'needs_attention' or contradiction <> ''",
        ),
        jobs: await planOf(`select name, count(*), min(greatest(created_on, start_after)) from pgboss.job
          where state < 'active' and not blocked and start_after <= now() group by name`),
      };
    });
    expect(plans.waiting).toContain("deliveries_waiting");
    expect(plans.failed).toContain("deliveries_set_aside");
    expect(plans.doubt).toContain("payout_requests_due");
    expect(plans.people).toContain("payout_payments_attention");
    expect(plans.jobs).toContain("job_common_i11");
  });
});
