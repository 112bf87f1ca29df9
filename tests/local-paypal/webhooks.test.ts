import { createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import {
  batchIdOf,
  dig,
  itemOf,
  login,
  payoutOf,
  startListener,
  startPaypal,
  type Heard,
} from "./paypal-setup.ts";
import type { LocalPaypal } from "../../local-paypal/server.ts";

const payouts = "/v1/payments/payouts";
const webhookId = "8PT597110X687430L";
const hour = 3_600_000;

async function startWithListener(statuses: number[] = []): Promise<{
  paypal: LocalPaypal;
  heard: Heard[];
  pay: (id: string, ...receivers: string[]) => Promise<{ status: number; headers: Headers; body: unknown }>;
}> {
  const listener = await startListener(statuses);
  const paypal = await startPaypal({ webhook: { id: webhookId, url: listener.url } });
  const caller = await login(paypal);
  return {
    paypal,
    heard: listener.heard,
    pay: (id, ...receivers) => caller.call("POST", payouts, payoutOf(id, ...receivers)),
  };
}

/** The check as PayPal's own documentation describes it, written a second time. */
async function holds({ headers, body }: Heard): Promise<boolean> {
  const answer = await fetch(String(headers["paypal-cert-url"]));
  const certificate = new X509Certificate(await answer.text());
  const [id, time] = [headers["paypal-transmission-id"], headers["paypal-transmission-time"]];
  const text = `${String(id)}|${String(time)}|${webhookId}|${crc32(body)}`;
  const verifier = createVerify("RSA-SHA256").update(text);
  return verifier.verify(certificate.publicKey, String(headers["paypal-transmission-sig"]), "base64");
}

test("each step of a payout is told, signed so that anybody can check it", async () => {
  const { paypal, heard, pay } = await startWithListener();
  const made = await pay("b1", "ann@example.com", "b+unclaimed@example.com");
  await paypal.settle();
  expect(heard.map(({ type }) => type).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
    "PAYMENT.PAYOUTS-ITEM.UNCLAIMED",
    "PAYMENT.PAYOUTSBATCH.PROCESSING",
    "PAYMENT.PAYOUTSBATCH.SUCCESS",
  ]);
  expect(await Promise.all(heard.map(holds))).toEqual([true, true, true, true]);
  const [first] = heard;
  if (first === undefined) throw new Error("nothing was heard");
  expect(first.headers["paypal-auth-algo"]).toBe("SHA256withRSA");
  expect(await holds({ ...first, body: `${first.body} ` })).toBe(false);
  const item = heard.find(({ type }) => type.endsWith("SUCCEEDED"));
  expect(JSON.parse(item?.body ?? "{}")).toMatchObject({
    id: expect.stringMatching(/^WH-/),
    resource_type: "payouts_item",
    resource: {
      payout_batch_id: batchIdOf(made),
      transaction_status: "SUCCESS",
      payout_item: { sender_item_id: "b1-1", amount: { currency: "USD", value: "10.50" } },
    },
  });
  const batch = heard.find(({ type }) => type.endsWith("BATCH.SUCCESS"));
  expect(dig(JSON.parse(batch?.body ?? "{}"), "resource", "items")).toBeUndefined();
});

test("the check by post tells a signature from a forgery", async () => {
  const { paypal, heard, pay } = await startWithListener();
  await pay("b1", "ann@example.com");
  await paypal.settle();
  const caller = await login(paypal);
  const [first] = heard;
  const check = async (changes: object): Promise<unknown> => {
    const { body } = await caller.call("POST", "/v1/notifications/verify-webhook-signature", {
      auth_algo: first?.headers["paypal-auth-algo"],
      cert_url: first?.headers["paypal-cert-url"],
      transmission_id: first?.headers["paypal-transmission-id"],
      transmission_sig: first?.headers["paypal-transmission-sig"],
      transmission_time: first?.headers["paypal-transmission-time"],
      webhook_id: webhookId,
      webhook_event: JSON.parse(first?.body ?? "{}"),
      ...changes,
    });
    return dig(body, "verification_status") ?? dig(body, "name");
  };
  expect(await check({})).toBe("SUCCESS");
  expect(await check({ webhook_id: "ANOTHER" })).toBe("FAILURE");
  expect(await check({ transmission_time: "2020-01-01T00:00:00Z" })).toBe("FAILURE");
  expect(await check({ webhook_event: { id: "forged" } })).toBe("FAILURE");
  expect(await check({ transmission_id: null })).toBe("VALIDATION_ERROR");
});

test("signs what a test wants to send, and forges it when asked", async () => {
  const { paypal } = await startWithListener();
  const body = '{"id":"WH-1"}';
  const lower = (headers: Record<string, string>): Heard => ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body,
    type: "",
  });
  expect(await holds(lower(paypal.sign(body)))).toBe(true);
  expect(await holds(lower(paypal.sign(body, { broken: true })))).toBe(false);
  expect(await holds(lower(paypal.sign(body, { webhookId: "ANOTHER" })))).toBe(false);
});

test("the webhooks can come before the answer", async () => {
  const { paypal, heard, pay } = await startWithListener();
  paypal.switch({ processMs: 60_000, faults: { webhookFirst: 1 } });
  const made = await pay("b1", "ann@example.com");
  expect(heard.map(({ type }) => type)).toContain("PAYMENT.PAYOUTSBATCH.SUCCESS");
  expect(made.body).toMatchObject({ batch_header: { batch_status: "PENDING" } });
});

test("a webhook that fails comes again with the same event, up to 25 times over three days", async () => {
  const { paypal, heard, pay } = await startWithListener(Array.from({ length: 200 }, () => 503));
  paypal.switch({ retrySpeedUp: 1 });
  await pay("b1", "ann@example.com");
  await paypal.settle();
  expect(heard).toHaveLength(3);
  let hours = 0;
  while (paypal.ctx.state.deliveries.some(({ state }) => state === "pending") && hours < 200) {
    hours += 1;
    paypal.advance(hour);
    // oxlint-disable-next-line no-await-in-loop
    await paypal.settle();
  }
  // Each retry is found up to an hour late, because the clock goes by hours here.
  expect(hours).toBeGreaterThanOrEqual(72);
  expect(hours).toBeLessThanOrEqual(72 + 25);
  const byEvent = Map.groupBy(heard, ({ body }) => String(dig(JSON.parse(body), "id")));
  expect([...byEvent.values()].map((sent) => sent.length)).toEqual([26, 26, 26]);
  const [one = []] = [...byEvent.values()];
  expect(new Set(one.map(({ headers }) => headers["paypal-transmission-id"])).size).toBe(26);
  expect(await holds(one.at(-1) ?? { headers: {}, body: "", type: "" })).toBe(true);
  expect(paypal.ctx.state.deliveries.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
});

test("webhooks come twice, late, out of order or never", async () => {
  const twice = await startWithListener();
  twice.paypal.switch({ duplicate: 1 });
  await twice.pay("b1", "ann@example.com");
  await twice.paypal.settle();
  expect(twice.heard).toHaveLength(6);
  expect(new Set(twice.heard.map(({ body }) => body)).size).toBe(3);

  const late = await startWithListener();
  late.paypal.switch({ delayMs: hour });
  await late.pay("b1", "ann@example.com");
  await late.paypal.settle();
  expect(late.heard).toHaveLength(0);
  late.paypal.advance(hour);
  await late.paypal.settle();
  expect(late.heard).toHaveLength(3);

  const shuffled = await startWithListener();
  shuffled.paypal.switch({ shuffle: true, seed: 4 });
  await shuffled.pay("b1", ...Array.from({ length: 6 }, (_, index) => `a${index}@example.com`));
  await shuffled.paypal.settle();
  for (let step = 0; step < 22; step += 1) {
    shuffled.paypal.advance(100);
    // oxlint-disable-next-line no-await-in-loop
    await shuffled.paypal.settle();
  }
  const order = shuffled.paypal.ctx.state.deliveries.map(({ body }) => body);
  expect(shuffled.heard).toHaveLength(8);
  expect(shuffled.heard.map(({ body }) => body)).not.toEqual(order);

  const never = await startWithListener();
  never.paypal.switch({ drop: true });
  await never.pay("b1", "ann@example.com");
  await never.paypal.settle();
  expect(never.heard).toHaveLength(0);
  expect(itemOf(never.paypal, "b1-1").status).toBe("SUCCESS");
});

const told: [
  to: "RETURNED" | "REFUNDED" | "SUCCESS" | "BLOCKED" | "REVERSED",
  tag: string,
  event: string | null,
][] = [
  ["SUCCESS", "+unclaimed", "PAYMENT.PAYOUTS-ITEM.SUCCEEDED"],
  ["RETURNED", "+unclaimed", "PAYMENT.PAYOUTS-ITEM.RETURNED"],
  ["BLOCKED", "+onhold", "PAYMENT.PAYOUTS-ITEM.BLOCKED"],
  ["REFUNDED", "", "PAYMENT.PAYOUTS-ITEM.REFUNDED"],
  ["REVERSED", "", null],
];

test.each(told)("%s of a%s is told as its own event, and a reversal not at all", async (to, tag, event) => {
  const { paypal, heard, pay } = await startWithListener();
  await pay("b1", `a${tag}@example.com`);
  await paypal.settle();
  const former = heard.length;
  expect(paypal.turn(itemOf(paypal, "b1-1").id, to)).toBe(true);
  await paypal.settle();
  expect(heard.slice(former).map(({ type }) => type)).toEqual(event === null ? [] : [event]);
});

test("a canceled item and a denied batch have events of their own", async () => {
  const { paypal, heard, pay } = await startWithListener();
  const caller = await login(paypal);
  await pay("b1", "a+unclaimed@example.com");
  await paypal.settle();
  await caller.call("POST", `/v1/payments/payouts-item/${itemOf(paypal, "b1-1").id}/cancel`);
  paypal.switch({ faults: { denied: 1 } });
  await pay("b2", "ann@example.com");
  await paypal.settle();
  const types = heard.map(({ type }) => type);
  expect(types).toContain("PAYMENT.PAYOUTS-ITEM.CANCELED");
  expect(types).toContain("PAYMENT.PAYOUTS-ITEM.DENIED");
  expect(types).toContain("PAYMENT.PAYOUTSBATCH.DENIED");
  expect(types).not.toContain("PAYMENT.PAYOUTS-ITEM.RETURNED");
});

test("a wrong signature is sent when it is asked for", async () => {
  const { paypal, heard, pay } = await startWithListener();
  paypal.switch({ faults: { badSignature: 1 } });
  await pay("b1", "ann@example.com");
  await paypal.settle();
  const results = await Promise.all(heard.map(holds));
  expect(results.filter((result) => !result)).toHaveLength(1);
  expect(results).toHaveLength(3);
});

test("others may subscribe, to what they name", async () => {
  const paypal = await startPaypal();
  const listener = await startListener();
  const caller = await login(paypal);
  const asked = { url: listener.url, event_types: [{ name: "PAYMENT.PAYOUTSBATCH.SUCCESS" }] };
  const made = await caller.call("POST", "/v1/notifications/webhooks", asked);
  expect(made).toMatchObject({ status: 201, body: asked });
  expect((await caller.call("GET", "/v1/notifications/webhooks")).body).toMatchObject({ webhooks: [asked] });
  await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"));
  await paypal.settle();
  expect(listener.heard.map(({ type }) => type)).toEqual(["PAYMENT.PAYOUTSBATCH.SUCCESS"]);
});
