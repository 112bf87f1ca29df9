import { request } from "node:http";
import { expect, test } from "vitest";
import {
  askToken,
  batchIdOf,
  clientId,
  clientSecret,
  dig,
  itemOf,
  lineOf,
  login,
  payoutOf,
  startPaypal,
} from "./paypal-setup.ts";
import type { FaultName } from "../../local-paypal/switch-types.ts";

const payouts = "/v1/payments/payouts";

const before: [fault: FaultName, status: number, name: string][] = [
  ["error", 500, "INTERNAL_ERROR"],
  ["unavailable", 503, "SERVICE_UNAVAILABLE"],
  ["rateLimit", 429, "RATE_LIMIT_REACHED"],
  ["insufficientFunds", 422, "INSUFFICIENT_FUNDS"],
];

test.each(before)("%s books nothing and answers %i", async (fault, status, name) => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({ faults: { [fault]: 1 } });
  const struck = await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"));
  expect(struck).toMatchObject({ status, body: { name } });
  expect(struck.headers.get("retry-after")).toBe(fault === "rateLimit" ? "2" : null);
  expect(paypal.books().items).toEqual([]);
  expect((await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"))).status).toBe(201);
});

test("a reset connection books nothing", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({ faults: { reset: 1 } });
  await expect(caller.call("POST", payouts, payoutOf("b1", "ann@example.com"))).rejects.toThrow(
    "fetch failed",
  );
  expect(paypal.books().items).toEqual([]);
});

test("a forgotten token ends in the middle, and a new one goes on", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({ faults: { tokenGone: 1 } });
  const asked = payoutOf("b1", "ann@example.com");
  expect(await caller.call("POST", payouts, asked)).toMatchObject({
    status: 401,
    body: { error: "invalid_token" },
  });
  expect((await caller.call("POST", payouts, asked)).status).toBe(401);
  expect((await (await login(paypal)).call("POST", payouts, asked)).status).toBe(201);
  expect(lineOf(paypal, "b1-1")?.payouts).toBe(1);
});

test.each(["cut", "truncate", "errorAfter"] satisfies FaultName[])(
  "%s books the payout, and asking again finds it",
  async (fault) => {
    const paypal = await startPaypal();
    const caller = await login(paypal);
    paypal.switch({ faults: { [fault]: 1 } });
    const asked = payoutOf("b1", "ann@example.com");
    const first = await caller.call("POST", payouts, asked).catch(() => null);
    expect(first?.status ?? "nothing came").toBe(fault === "errorAfter" ? 500 : "nothing came");
    expect(lineOf(paypal, "b1-1")?.committed).toBe("1050");
    const again = await caller.call("POST", payouts, asked);
    expect(dig(again.body, "details", 0, "link", 0, "href")).toContain(payouts);
    await paypal.settle();
    expect(lineOf(paypal, "b1-1")).toMatchObject({ payouts: 1, received: "1050" });
  },
);

test("a truncated answer is half of the promised length", async () => {
  const paypal = await startPaypal();
  const { token } = await login(paypal);
  paypal.switch({ faults: { truncate: 1 } });
  const body = JSON.stringify(payoutOf("b1", "ann@example.com"));
  const got = await new Promise<{ promised: number; came: number }>((resolve, reject) => {
    const sent = request(`${paypal.url}${payouts}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-length": String(Buffer.byteLength(body)) },
    });
    sent.once("error", reject);
    sent.once("response", (response) => {
      let came = 0;
      response.on("data", (part: Buffer) => (came += part.length));
      // An answer that breaks off is an error to Node; here it is what was asked for.
      response.on("error", () => undefined);
      response.once("close", () => resolve({ promised: Number(response.headers["content-length"]), came }));
    });
    sent.end(body);
  });
  expect(got.promised).toBeGreaterThan(100);
  expect(got.came).toBe(Math.ceil(got.promised / 2));
});

test("silence books the payout and lasts as long as the caller's patience", async () => {
  const paypal = await startPaypal();
  const { token } = await login(paypal);
  paypal.switch({ faults: { silence: 1 } });
  const call = fetch(`${paypal.url}${payouts}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(payoutOf("b1", "ann@example.com")),
    signal: AbortSignal.timeout(300),
  });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  expect(lineOf(paypal, "b1-1")?.payouts).toBe(1);
});

test("a denied batch was accepted, pays nobody and gives all back", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({ faults: { denied: 1 } });
  const made = await caller.call("POST", payouts, payoutOf("b1", "ann@example.com", "bob@example.com"));
  expect(made.status).toBe(201);
  await paypal.settle();
  const { body } = await caller.call("GET", `${payouts}/${batchIdOf(made)}`);
  expect(body).toMatchObject({
    batch_header: { batch_status: "DENIED" },
    items: [
      { transaction_status: "FAILED", errors: { name: "INSUFFICIENT_FUNDS" } },
      { transaction_status: "FAILED" },
    ],
  });
  expect(dig(body, "items", 0, "transaction_id")).toBeUndefined();
  const balance = await caller.call("GET", "/v1/reporting/balances");
  expect(dig(balance.body, "balances", 0, "available_balance", "value")).toBe("10000.00");
});

test("a batch in which only some are late stays in process until they are through", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({ seed: 3, processMs: 1000, stragglers: { share: 0.5, delayMs: 60_000 } });
  const receivers = Array.from({ length: 20 }, (_, index) => `a${index}@example.com`);
  const made = await caller.call("POST", payouts, payoutOf("b1", ...receivers));
  const show = async (): Promise<unknown> => (await caller.call("GET", `${payouts}/${batchIdOf(made)}`)).body;
  expect(dig(await show(), "batch_header", "batch_status")).toBe("PENDING");
  paypal.advance(1000);
  const half = await show();
  expect(dig(half, "batch_header", "batch_status")).toBe("PROCESSING");
  const items = dig(half, "items");
  const pending = Array.isArray(items)
    ? items.filter((item) => dig(item, "transaction_status") === "PENDING").length
    : 0;
  expect(pending).toBeGreaterThan(3);
  expect(pending).toBeLessThan(17);
  paypal.advance(60_000);
  expect(dig(await show(), "batch_header", "batch_status")).toBe("SUCCESS");
});

/** The statuses of twenty reads of which about every second one should fail. */
async function readUnderChance(seed: number): Promise<number[]> {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({ seed, faults: { error: { probability: 0.5, on: ["read"] } } });
  const statuses: number[] = [];
  for (let call = 0; call < 20; call += 1) {
    // One after the other: the row of chances is in the order of the calls.
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await caller.call("GET", `${payouts}/NOBODY`)).status);
  }
  const made = await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"));
  return [...statuses, made.status];
}

test("a seeded chance strikes the same calls again, and other calls not at all", async () => {
  const first = await readUnderChance(5);
  expect(new Set(first)).toEqual(new Set([404, 500, 201]));
  expect(await readUnderChance(5)).toEqual(first);
  expect(await readUnderChance(6)).not.toEqual(first);
});

test("faults strike tokens, reads and cancellations too", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  await caller.call("POST", payouts, payoutOf("b1", "a+unclaimed@example.com"));
  await paypal.settle();
  const path = `/v1/payments/payouts-item/${itemOf(paypal, "b1-1").id}`;
  paypal.switch({
    faults: { errorAfter: { times: 1, on: ["cancel"] }, rateLimit: { times: 1, on: ["token"] } },
  });
  expect((await caller.call("GET", path)).status).toBe(200);
  expect((await caller.call("POST", `${path}/cancel`)).status).toBe(500);
  expect((await caller.call("POST", `${path}/cancel`)).body).toMatchObject({
    name: "ITEM_ALREADY_CANCELLED",
  });
  expect((await askToken(paypal, `${clientId}:${clientSecret}`)).status).toBe(429);
});

test("receivers are struck by pattern, count and chance", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  paypal.switch({
    receivers: [
      { match: "*@lost.example", becomes: "FAILED", error: "RECEIVER_ACCOUNT_INVALID", times: 1 },
      { match: "*", becomes: "ONHOLD", probability: 0 },
    ],
  });
  const made = payoutOf("b1", "a@lost.example", "b@lost.example", "a@lostXexample.com");
  await caller.call("POST", payouts, made);
  await paypal.settle();
  expect(itemOf(paypal, "b1-1")).toMatchObject({ status: "FAILED", error: "RECEIVER_ACCOUNT_INVALID" });
  expect(itemOf(paypal, "b1-2").status).toBe("SUCCESS");
  expect(itemOf(paypal, "b1-3").status).toBe("SUCCESS");
});

const wrong: [change: object, said: string][] = [
  [{ nothing: 1 }, 'there is no switch "nothing"'],
  [{ faults: { nothing: 1 } }, 'there is no fault "nothing"'],
  [{ faults: { silence: -1 } }, '"silence" cannot be -1'],
  [{ faults: { silence: { times: 1, on: ["nowhere"] } } }, '"silence" cannot be'],
  [{ receivers: [{ match: "*", becomes: "RICH" }] }, '"receivers" cannot be'],
  [{ stragglers: { share: 2 } }, '"stragglers" cannot be'],
  [{ retrySpeedUp: 0 }, '"retrySpeedUp" cannot be 0'],
];

test.each(wrong)("the switch %j is refused and changes nothing", async (change, said) => {
  const paypal = await startPaypal();
  const former = structuredClone(paypal.ctx.state.switches);
  const answer = await fetch(`${paypal.url}/_local/switches`, {
    method: "POST",
    body: JSON.stringify(change),
  });
  expect(answer.status).toBe(400);
  expect(String(dig(await answer.json(), "error"))).toContain(said);
  expect(paypal.ctx.state.switches).toEqual(former);
});
