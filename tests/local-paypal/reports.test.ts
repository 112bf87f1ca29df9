import { expect, test } from "vitest";
import {
  dig,
  holds,
  itemOf,
  login,
  payoutOf,
  startPaypal,
  type Answer,
  type Caller,
} from "./paypal-setup.ts";
import type { LocalPaypal } from "../../local-paypal/server.ts";

const day = 86_400_000;

function search(caller: Caller, query: Record<string, string>): Promise<Answer> {
  return caller.call("GET", `/v1/reporting/transactions?${new URLSearchParams(query)}`);
}

function range(paypal: LocalPaypal, days = 31): { start_date: string; end_date: string } {
  const end = paypal.ctx.now().getTime();
  return { start_date: new Date(end - days * day).toISOString(), end_date: new Date(end).toISOString() };
}

function linesOf(answer: Answer): unknown[] {
  const lines = dig(answer.body, "transaction_details");
  return Array.isArray(lines) ? lines.map((line) => dig(line, "transaction_info")) : [];
}

test("the statement has each payment with its id, its fee and what came back", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  await caller.call(
    "POST",
    "/v1/payments/payouts",
    payoutOf(
      "b1",
      "ann@example.com",
      "b+refunded@example.com",
      "c+returned@example.com",
      "d+failed@example.com",
    ),
  );
  await paypal.settle();
  paypal.advance(1000);
  const answer = await search(caller, { ...range(paypal), fields: "all", page_size: "100" });
  const lines = linesOf(answer);
  const payments = lines.filter((line) => dig(line, "transaction_event_code") === "T0001");
  expect(payments).toHaveLength(3);
  expect(payments[0]).toMatchObject({
    transaction_id: itemOf(paypal, "b1-1").transactionId,
    transaction_amount: { currency_code: "USD", value: "-10.50" },
    fee_amount: { currency_code: "USD", value: "-0.21" },
    transaction_status: "S",
    custom_field: "b1-1",
    transaction_subject: "Your commission",
  });
  expect(payments.map((line) => dig(line, "transaction_status"))).toEqual(["S", "V", "V"]);
  const codes = lines.map((line) => dig(line, "transaction_event_code"));
  expect(codes.filter((code) => code === "T1115")).toHaveLength(1);
  expect(codes.filter((code) => code === "T1114")).toHaveLength(1);
  expect(codes.filter((code) => code === "T1503" || code === "T1105")).toHaveLength(2);
  const refund = lines.find((line) => dig(line, "transaction_event_code") === "T1115");
  expect(refund).toMatchObject({
    paypal_reference_id: itemOf(paypal, "b1-2").transactionId,
    paypal_reference_id_type: "TXN",
    transaction_amount: { value: "10.50" },
  });
});

function cents(value: unknown): bigint {
  return typeof value === "string" ? BigInt(value.replace(".", "")) : 0n;
}

test("the statement and the books agree to the cent", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const tags = ["", "+unclaimed", "+failed", "+returned", "+refunded", "+reversed"];
  await caller.call(
    "POST",
    "/v1/payments/payouts",
    payoutOf("b1", ...tags.map((tag) => `a${tag}@example.com`)),
  );
  await paypal.settle();
  paypal.advance(1000);
  const lines = linesOf(await search(caller, range(paypal)));
  const sum = lines.reduce<bigint>(
    (total, line) =>
      total + cents(dig(line, "transaction_amount", "value")) + cents(dig(line, "fee_amount", "value")),
    0n,
  );
  expect(sum).toBe(holds(paypal, "funding"));
});

test("pages, filters and what is not there yet", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  await caller.call("POST", "/v1/payments/payouts", payoutOf("b1", "ann@example.com", "bob@example.com"));
  await paypal.settle();
  paypal.advance(1000);
  const query = { ...range(paypal), transaction_type: "T0001", page_size: "1" };
  const first = await search(caller, query);
  expect(first.body).toMatchObject({ page: 1, total_items: 2, total_pages: 2 });
  const second = await search(caller, { ...query, page: "2" });
  expect(
    linesOf(first)
      .concat(linesOf(second))
      .map((line) => dig(line, "custom_field")),
  ).toEqual(["b1-1", "b1-2"]);
  const id = itemOf(paypal, "b1-2").transactionId;
  expect(linesOf(await search(caller, { ...range(paypal), transaction_id: id }))).toHaveLength(1);
  paypal.switch({ reportLagMs: 3 * 3_600_000 });
  expect(linesOf(await search(caller, { ...range(paypal), transaction_type: "T0001" }))).toEqual([]);
  paypal.advance(3 * 3_600_000);
  expect(linesOf(await search(caller, { ...range(paypal), transaction_type: "T0001" }))).toHaveLength(2);
});

test("more than 31 days, dates that are none and days to come are refused", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const { start_date, end_date } = range(paypal, 31);
  expect((await search(caller, { start_date, end_date })).status).toBe(200);
  const early = new Date(Date.parse(start_date) - 1000).toISOString();
  expect(await search(caller, { start_date: early, end_date })).toMatchObject({
    status: 400,
    body: { name: "INVALID_REQUEST", details: [{ issue: "Date range is greater than 31 days" }] },
  });
  expect((await search(caller, { start_date: "2026-11-01", end_date })).status).toBe(400);
  const tomorrow = new Date(Date.parse(end_date) + day).toISOString();
  expect((await search(caller, { start_date: tomorrow, end_date: tomorrow })).body).toMatchObject({
    message: "Data for the given start date is not available.",
  });
});

test("the download is what a merchant gets: a mark, quotes, thousands, a running balance", async () => {
  const paypal = await startPaypal({ now: () => new Date("2026-11-22T10:00:00Z") });
  const caller = await login(paypal);
  await caller.call("POST", "/v1/payments/payouts", payoutOf("b1", "ann@example.com"));
  await paypal.settle();
  const bytes = Buffer.from(await (await fetch(`${paypal.url}/activity.csv`)).arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = bytes.toString("utf8").slice(1).split("\r\n");
  expect(rows[0]).toContain('"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net"');
  expect(rows[1]).toContain('"11/22/2026","10:00:00","UTC"');
  expect(rows[1]).toContain('"10,000.00"');
  const payment = rows.find((row) => row.includes('"Mass Payment"'));
  expect(payment).toContain('"-10.50","-0.21","-10.71"');
  expect(payment).toContain('"b1-1"');
  expect(rows.at(-2)).toContain('"9,989.29"');
  const none = await (await fetch(`${paypal.url}/activity.csv?to=2026-11-21`)).text();
  expect(none.trim().split("\r\n")).toHaveLength(1);
});
